import { describe, expect, it } from '@jest/globals';
import { createHash, createHmac } from 'node:crypto';
import type { ClientApplication } from '@app/applications';
import { checkSignature } from './check-signature.js';

const NOW = 1_768_478_400_500;
const SECONDS = 1_768_478_400;
const SECRET = 'uiS9M0G8JolpUvlf5NxZ7pwMVinKs73x';
const PREVIOUS = 'Zx82kQp0LmN4vB6sT1yR7wE3cD9fG5hJ';
const APPLICATION = {
  appKey: 'blsvh14llhcr96vtboqg',
  name: 'Editor',
  enabled: true,
  signMode: 'md5',
  clockLeewaySec: 0,
  secret: SECRET,
  previousSecret: null,
  previousSecretUntil: null,
} as ClientApplication;
const ROTATED = { previousSecret: PREVIOUS, previousSecretUntil: NOW + 1 };

const FINE = { app_key: APPLICATION.appKey, nonce: 'N', timestamp: String(SECONDS) };
const md5 = (text: string) => createHash('md5').update(text).digest();

function signed(changes: Record<string, string | undefined> = {}, secret = SECRET): Record<string, string> {
  const given = Object.entries({ ...FINE, ...changes }).filter(([, value]) => value !== undefined);
  const parameters = Object.fromEntries(given) as Record<string, string>;
  const text = Object.keys(parameters)
    .toSorted()
    .map((key) => `${key}=${parameters[key]}`)
    .join('&');
  return { ...parameters, sign: md5(text + secret).toString('hex') };
}

function check(parameters: Record<string, string>, application: Partial<ClientApplication> = {}) {
  const request = { method: 'POST', path: '', parameters: new Map(Object.entries(parameters)) };
  return checkSignature({ ...APPLICATION, ...application }, request, NOW);
}

/** Returns findings such as `error nonce_too_long`. */
function codesOf(...of: Parameters<typeof check>): string[] {
  return check(...of).findings.map(({ severity, code }) => `${severity} ${code}`);
}

describe('checkSignature', () => {
  it('finds no fault in a correct request', () => {
    const parameters = signed({ card: 'C 1' });
    expect(check(parameters)).toEqual({
      parameters,
      signMode: 'md5',
      canonicalString: `app_key=blsvh14llhcr96vtboqg&card=C 1&nonce=N&timestamp=${SECONDS}`,
      expectedSign: parameters.sign,
      givenSign: parameters.sign,
      matches: true,
      matchedSecret: 'current',
      findings: [],
    });
  });

  it.each<[string, Record<string, string | undefined>, string[]]>([
    ['no app_key', { app_key: undefined }, ['error parameter_missing']],
    ['an empty nonce', { nonce: '' }, ['error parameter_missing']],
    ['no timestamp', { timestamp: undefined }, ['error parameter_missing']],
    ['the key of another application', { app_key: 'x'.repeat(20) }, ['error app_key_wrong']],
    ['a long nonce', { nonce: 'x'.repeat(37) }, ['error nonce_too_long']],
    ['a nonce of the maximum length', { nonce: 'é'.repeat(36) }, []],
    ['a nonce with &', { nonce: 'a&b' }, ['error nonce_ampersand']],
    ['an invalid parameter name', { 备注: 'x' }, ['error parameter_name']],
    ['& in a parameter that no endpoint knows', { note: 'a&b' }, ['error value_ampersand']],
    ['milliseconds', { timestamp: `${SECONDS}000` }, ['error timestamp_milliseconds']],
    ['a date', { timestamp: '2026-01-15' }, ['error timestamp_malformed']],
    ['a minute ago', { timestamp: String(SECONDS - 60) }, []],
    ['more than a minute ago', { timestamp: String(SECONDS - 61) }, ['warning timestamp_old']],
    ['the next second', { timestamp: String(SECONDS + 1) }, []],
    ['the future', { timestamp: String(SECONDS + 2) }, ['error timestamp_in_future']],
    ['the secret', { config: `{"secret":"${SECRET}"}` }, ['error secret_sent']],
  ])('checks %s', (_, changes, findings) => {
    expect(codesOf(signed(changes))).toEqual(findings);
    expect(check(signed(changes)).matches).toBe(true);
  });

  it('reports the difference of the clocks and the allowed difference', () => {
    const of = (seconds: number, clockLeewaySec = 0) =>
      check(signed({ timestamp: String(SECONDS + seconds) }), { clockLeewaySec }).findings;
    expect(of(-300)).toMatchObject([
      { details: { seconds: 300 }, message: expect.stringContaining('300 seconds behind') },
    ]);
    expect(of(45)).toMatchObject([
      { details: { seconds: 45 }, message: expect.stringContaining('45 seconds ahead') },
    ]);
    expect(of(45, 44)).toEqual([]);
    expect(of(46, 44)).toMatchObject([
      { message: expect.stringContaining('the 44 that the application allows') },
    ]);
  });

  it('reports a disabled application', () => {
    expect(codesOf(signed(), { enabled: false })).toEqual(['error application_disabled']);
  });

  it('reports all faults at once', () => {
    expect(codesOf({ app_key: 'x', timestamp: 'y', nonce: 'a&b' }, { enabled: false })).toEqual([
      'error application_disabled',
      'error app_key_wrong',
      'error parameter_missing',
      'error timestamp_malformed',
      'error nonce_ampersand',
    ]);
    expect(check({}).findings.map(({ details }) => details.parameter)).toEqual([
      'app_key',
      'timestamp',
      'nonce',
      'sign',
    ]);
  });

  describe('for the sign', () => {
    const text = `app_key=blsvh14llhcr96vtboqg&nonce=N&timestamp=${SECONDS}`;
    const withSign = (sign: string) => ({ ...FINE, sign });

    it.each<[string, string, string[]]>([
      ['in capital letters', signed().sign!.toUpperCase(), ['info sign_upper_case']],
      ['in Base64', md5(text + SECRET).toString('base64'), ['error sign_base64']],
      ['in Base64 for addresses', md5(text + SECRET).toString('base64url'), ['error sign_base64']],
      ['without the secret', md5(text).toString('hex'), ['error secret_missing']],
      [
        'in Base64 and of another mode',
        createHmac('sha256', SECRET).update(text).digest('base64'),
        ['error other_mode', 'error sign_base64'],
      ],
      ['with another secret', md5(`${text}x`).toString('hex'), ['error sign_unexplained']],
      ['of another length', 'abc', ['error sign_malformed']],
      ['of other characters', 'g'.repeat(32), ['error sign_malformed']],
    ])('reports a sign %s', (_, sign, findings) => {
      expect(codesOf(withSign(sign))).toEqual(findings);
    });

    it('names the digest that was used and the correct one', () => {
      const sign = createHash('sha1')
        .update(text + SECRET)
        .digest('hex');
      expect(check(withSign(sign)).findings).toEqual([
        {
          severity: 'error',
          code: 'other_digest',
          message: 'Signed with SHA-1, not with MD5',
          details: { digest: 'SHA-1' },
        },
      ]);
      expect(check(withSign(signed().sign!), { signMode: 'hmac-sha256' }).findings).toMatchObject([
        { code: 'other_mode', message: 'Signed with MD5, but the application uses HMAC-SHA256' },
      ]);
    });

    it('reports a missing sign only once', () => {
      for (const parameters of [FINE, withSign('')]) {
        expect(codesOf(parameters)).toEqual(['error parameter_missing']);
        expect(check(parameters)).toMatchObject({ givenSign: null, matches: false, matchedSecret: 'none' });
      }
    });

    it('recognizes the previous secret', () => {
      const old = signed({}, PREVIOUS);
      expect(check(old, ROTATED)).toMatchObject({
        matches: true,
        matchedSecret: 'previous',
        expectedSign: signed().sign,
        findings: [{ severity: 'warning', code: 'previous_secret', details: { until: NOW + 1 } }],
      });
      expect(check(signed(), ROTATED)).toMatchObject({ matchedSecret: 'current', findings: [] });
      const ended = { ...ROTATED, previousSecretUntil: NOW };
      expect(check(old, ended)).toMatchObject({ matches: false, matchedSecret: 'none' });
      expect(codesOf(old, ended)).toEqual(['error previous_secret_ended']);
      const mistaken = withSign(md5(`${text}&key=${PREVIOUS}`).toString('hex'));
      expect(codesOf(mistaken, ROTATED)).toEqual(['error secret_joined', 'warning previous_secret']);
      expect(codesOf(old)).toEqual(['error sign_unexplained']);
    });
  });

  describe('for a client of 泡椒云', () => {
    const HOST = 'api.example.com:8080';
    const COMPAT: Partial<ClientApplication> = {
      compat: 'paojiaoyun',
      compatHosts: ['api.example.com'],
      signMode: 'hmac-sha256',
    };
    const LOGIN = `POST${HOST}/v1/card/login`;

    const checkSent = (
      front: string,
      sent: { method?: string; host?: string; path?: string } = {},
      application: Partial<ClientApplication> = COMPAT,
      changes: Record<string, string> = {},
    ) => {
      const parameters: Record<string, string> = { ...FINE, card: 'C 1', ...changes };
      const text = Object.keys(parameters)
        .toSorted()
        .map((key) => `${key}=${parameters[key]}`)
        .join('&');
      const sign = md5(front + text + SECRET).toString('hex');
      const request = { method: 'POST', host: HOST, path: '/v1/card/login', ...sent };
      return checkSignature(
        { ...APPLICATION, ...application },
        { ...request, parameters: new Map(Object.entries({ ...parameters, sign })) },
        NOW,
      );
    };
    const codes = (...of: Parameters<typeof checkSent>) =>
      checkSent(...of).findings.map(({ severity, code }) => `${severity} ${code}`);

    it('finds no fault in a correct request, whatever the sign mode of the application is', () => {
      expect(checkSent(LOGIN)).toMatchObject({
        matches: true,
        signMode: 'md5',
        canonicalString: `${LOGIN}app_key=${APPLICATION.appKey}&card=C 1&nonce=N&timestamp=${SECONDS}`,
        findings: [],
      });
    });

    it.each<[what: string, front: string, finding: string]>([
      ['nothing in front', '', 'host_missing'],
      ['no host', 'POST/v1/card/login', 'host_wrong'],
      ['a host without its port', 'POSTapi.example.com/v1/card/login', 'host_wrong'],
      ['no path', `POST${HOST}`, 'path_wrong'],
      ['a path without its prefix', `POST${HOST}/card/login`, 'path_wrong'],
      ['no method', `${HOST}/v1/card/login`, 'method_wrong'],
      ['a method in small letters', `post${HOST}/v1/card/login`, 'method_wrong'],
      ['another method', `GET${HOST}/v1/card/login`, 'method_wrong'],
      ['something else', 'x', 'sign_unexplained'],
    ])('explains a sign with %s', (_, front, code) => {
      expect(codes(front)).toEqual([`error ${code}`]);
    });

    it('reports why a request does not reach the application', () => {
      expect(codes(LOGIN, {}, { ...COMPAT, compat: 'none' })).toEqual(['error compat_off']);
      expect(checkSent('POSTb/v1/card/login', { host: 'b' }).findings).toMatchObject([
        { code: 'host_not_accepted', details: { host: 'b', accepted: 'api.example.com' } },
      ]);
      expect(codes(`GET${HOST}/v1/card/login`, { method: 'GET' })).toEqual(['error path_unknown']);
      expect(codes(`POST${HOST}/v1/card/log`, { path: '/v1/card/log' })).toEqual(['error path_unknown']);
    });

    it('allows a timestamp five seconds ahead if the application sets no leeway', () => {
      const ahead = (seconds: number, clockLeewaySec: number) =>
        codes(LOGIN, {}, { ...COMPAT, clockLeewaySec }, { timestamp: String(SECONDS + seconds) });
      expect(ahead(6, 0)).toEqual([]);
      expect(ahead(7, 0)).toEqual(['error timestamp_in_future']);
      expect(ahead(3, 1)).toEqual(['error timestamp_in_future']);
    });

    it('reports names and values that make the text ambiguous', () => {
      expect(codes(LOGIN, {}, COMPAT, { note: 'a&b' })).toEqual(['error value_ampersand']);
    });
  });

  it('never shows the secret', () => {
    const parameters = { ...signed({ [SECRET]: SECRET, x: `a${PREVIOUS}b` }), sign: SECRET };
    const answer = check(parameters, ROTATED);
    expect(JSON.stringify(answer)).not.toContain(SECRET);
    expect(JSON.stringify(answer)).not.toContain(PREVIOUS);
    expect(answer).toMatchObject({
      givenSign: '(app_secret)',
      parameters: { '(app_secret)': '(app_secret)', x: 'a(app_secret)b' },
      canonicalString: expect.stringContaining('&x=a(app_secret)b'),
    });
  });
});
