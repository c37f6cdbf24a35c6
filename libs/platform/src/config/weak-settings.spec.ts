import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { StartupError } from '../startup-error.js';
import { loadConfig } from './load-config.js';
import { refuseWeakSettings } from './weak-settings.js';

/** Returns the faults that a server in production reports, without the headline; undefined when there are none. */
function faultsOf(environment: Record<string, string>): string[] | undefined {
  try {
    refuseWeakSettings(loadConfig({ NODE_ENV: 'production', ...environment }));
    return undefined;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const [headline, ...faults] = error.message.split('\n');
    expect(headline).toContain('ACCEPT_WEAK');
    return faults;
  }
}

const keyOf = (bytes: readonly number[] | string) => Buffer.from(bytes as string).toString('base64');
const HEX = '6f1d0b9a47c25e83';
const database = (account: string) => `mysql://${account}@db:3306/latchkey`;

describe('in production', () => {
  it.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', '10.0.0.5'],
    ['HOST', 'license.example.com'],
    ['DATABASE_URL', database('latchkey')],
    ['DATABASE_URL', database('latchkey:')],
    ['DATABASE_URL', database('shop:shop')],
    ['DATABASE_URL', database('shop:root')],
    ['DATABASE_URL', database('shop:Pass%77ord123')],
    ['DATABASE_URL', database('shop:change-me!')],
    ['DATABASE_URL', database('shop:123456')],
    ['DATABASE_URL', database('shop:aaaaaaaaaaaaaaaaaaaa')],
    ['ENCRYPTION_KEY', keyOf(Array<number>(32).fill(0))],
    ['ENCRYPTION_KEY', keyOf(Array<number>(32).fill(255))],
    ['ENCRYPTION_KEY', keyOf(Array.from({ length: 32 }, (_, i) => i))],
    ['ENCRYPTION_KEY', keyOf(Array.from({ length: 32 }, (_, i) => 200 - 3 * i))],
    ['ENCRYPTION_KEY', keyOf('0123456701234567'.repeat(2))],
    ['ENCRYPTION_KEY', keyOf('please-change-me-for-32-bytes-ok')],
    ['ADMIN_PASSWORD', '1234567890'],
    ['ADMIN_PASSWORD', 'Password-2026'],
    ['ADMIN_PASSWORD', 'administrator'],
    ['ADMIN_PASSWORD', 'changeme!!'],
    ['ADMIN_PASSWORD', 'Admin@LocalHost'],
  ])('%s=%s is refused, and accepted if ACCEPT_WEAK lists it', (setting, text) => {
    const faults = faultsOf({ [setting]: text });
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^ {2}- ${setting} .*(set|give|make|leave)`))]);
    if (setting !== 'HOST') expect(faults!.join()).not.toContain(text);

    const accepting = { NODE_ENV: 'production', [setting]: text, ACCEPT_WEAK: setting };
    expect(refuseWeakSettings(loadConfig(accepting))).toEqual([expect.stringMatching(`^${setting} `)]);
    expect(refuseWeakSettings(loadConfig({ [setting]: text }))).toEqual([]);
  });

  it.each<[what: string, environment: Record<string, string>]>([
    ['an empty configuration', {}],
    ['another name of this machine', { HOST: 'localhost' }],
    ['another address of this machine', { HOST: '127.0.0.2' }],
    ['the IPv6 address of this machine', { HOST: '::1' }],
    ['every address behind a proxy', { HOST: '0.0.0.0', TRUST_PROXY: 'uniquelocal' }],
    ['a random password', { DATABASE_URL: database('latchkey:8f2c61d09b7ae4') }],
    [
      'a password that only begins like a well-known one',
      { DATABASE_URL: database('shop:password-of-the-shop-7') },
    ],
    ['a long number', { DATABASE_URL: database('shop:48151623421081516') }],
    ['random bytes as text', { ENCRYPTION_KEY: keyOf(HEX + HEX.split('').toReversed().join('')) }],
    ['a sentence', { ADMIN_PASSWORD: 'correct horse battery' }],
  ])('%s is not refused', (_, environment) => {
    expect(faultsOf(environment)).toBeUndefined();
  });

  it('a random key is never refused', () => {
    for (let i = 0; i < 1000; i++) {
      expect(faultsOf({ ENCRYPTION_KEY: keyOf([...randomBytes(32)]) })).toBeUndefined();
    }
  });

  it('names all weak settings at once, except accepted ones', () => {
    const weak = { HOST: '0.0.0.0', DATABASE_URL: database('root'), ADMIN_PASSWORD: 'changeme12' };
    expect(faultsOf(weak)).toHaveLength(3);
    expect(faultsOf({ ...weak, ACCEPT_WEAK: 'HOST,ADMIN_PASSWORD' })).toEqual([
      expect.stringContaining('DATABASE_URL has no password'),
    ]);
  });
});
