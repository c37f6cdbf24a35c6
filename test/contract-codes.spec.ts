import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CLIENT_ERRORS } from '@app/auth-signature';

/**
 * Every error code of the client API, and the suites that provoke it. Most codes come from the contract or from similar
 * services. Others are our own, such as the code for an exceeded quota.
 */
const SUITES_OF_CODE: Record<number, string[]> = {
  10010: ['signing'],
  10011: ['signing'],
  10013: ['signing'],
  10014: ['signing'],
  10210: ['card-login'],
  10212: ['card-login', 'blocks'],
  10213: ['card-login-places'],
  10214: ['card-heartbeat', 'card-logout'],
  10215: ['card-unbind-device'],
  10216: ['card-unbind-device'],
  10217: ['card-login-places'],
  10218: ['card-login'],
  10219: ['consume'],
  10230: ['signing'],
  10240: ['card-recharge'],
  10241: ['card-recharge'],
  10242: ['user-register'],
  10243: ['user-login'],
  10244: ['card-recharge'],
  10250: ['user-login'],
  10252: ['user-login'],
  10253: ['user-login'],
  10254: ['card-unbind-password'],
  10255: ['card-unbind-device'],
  10256: ['card-recharge'],
  10257: ['card-unbind-device'],
  10258: ['tickets'],
  10259: ['portal-acts'],
  10304: ['software'],
  10401: ['trials'],
  10404: ['trials'],
  10405: ['trials'],
  10406: ['trials'],
  10501: ['remote-variables'],
  10502: ['remote-variables'],
  10503: ['features'],
  10521: ['remote-data'],
  10522: ['remote-data'],
  10523: ['remote-data-quota'],
  10541: ['remote-functions'],
  10542: ['remote-functions'],
  10543: ['remote-functions'],
};
const CODES = Object.keys(SUITES_OF_CODE).map(Number);

const suites = new Map(
  globSync('e2e/**/*e2e-spec.ts', { cwd: import.meta.dirname }).map((path) => [
    basename(path).replace(/\..*/, ''),
    readFileSync(join(import.meta.dirname, path), 'utf8'),
  ]),
);

describe('error codes', () => {
  it('the catalogue has exactly the codes of the contract', () => {
    const catalogue = [...new Set(Object.values(CLIENT_ERRORS).map(({ code }) => code as number))];
    expect(catalogue.toSorted((a, b) => a - b)).toEqual(CODES);
  });

  it.each(CODES)('%i occurs in the text of each suite that is listed for this code', (code) => {
    for (const suite of SUITES_OF_CODE[code]!)
      expect({ suite, text: suites.get(suite) }).toEqual({
        suite,
        text: expect.stringContaining(String(code)),
      });
  });
});
