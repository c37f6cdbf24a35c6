import { describe, expect, it } from '@jest/globals';
import { hash } from 'bcrypt';
import { isCheapHash, isLegacyHash, parseLegacyHash } from './legacy-hash.js';
import { hashPassword, verifyPassword } from './password-hash.js';

const BODY = 'e.A2Iv3HYrLoy6WERs.XIOHRUfOHBYwqufLdxaGApiPNUxPoEtCHS';
const MD5 = '5f4dcc3b5aa765d61d8327deb882cf99';

describe('parseLegacyHash', () => {
  it.each([
    ['bcrypt of PHP', `$2y$10$${BODY}`, `$2y$10$${BODY}`],
    ['bcrypt 2a', `$2a$04$${BODY}`, `$2a$04$${BODY}`],
    ['bcrypt 2b', `$2b$14$${BODY}`, `$2b$14$${BODY}`],
    ['MD5', MD5, `$md5$${MD5}`],
    ['MD5 in capitals', MD5.toUpperCase(), `$md5$${MD5}`],
  ])('reads %s', (_, text, stored) => {
    expect(parseLegacyHash(text)).toBe(stored);
    expect(isLegacyHash(stored)).toBe(true);
  });

  it.each([
    ['a cost below 4', `$2b$03$${BODY}`],
    ['a cost above 14', `$2b$15$${BODY}`],
    ['another version', `$2x$10$${BODY}`],
    ['a short bcrypt', `$2b$10$${BODY.slice(1)}`],
    ['a long MD5', `${MD5}0`],
    ['the stored form of MD5', `$md5$${MD5}`],
    ['a password', 'password'],
    ['nothing', ''],
    ['a line break at the end', `${MD5}\n`],
  ])('refuses %s', (_, text) => {
    expect(parseLegacyHash(text)).toBeUndefined();
  });
});

describe('isCheapHash', () => {
  it.each([
    [`$md5$${MD5}`, true],
    [`$2b$08$${BODY}`, true],
    [`$2b$09$${BODY}`, false],
  ])('%s: %s', (stored, isCheap) => expect(isCheapHash(stored)).toBe(isCheap));
});

describe('verifyPassword', () => {
  it.each(['2a', '2b', '2y'])('accepts the right password of bcrypt $%s$ and no other', async (version) => {
    const stored = parseLegacyHash((await hash('密码 secret', 4)).replace('$2b', `$${version}`))!;
    expect(await verifyPassword('密码 secret', stored)).toBe(true);
    expect(await verifyPassword('密码 secres', stored)).toBe(false);
  });

  it('accepts the right password of MD5 and no other', async () => {
    const stored = parseLegacyHash(MD5)!;
    expect(await verifyPassword('password', stored)).toBe(true);
    expect(await verifyPassword('Password', stored)).toBe(false);
    expect(await verifyPassword(MD5, stored)).toBe(false);
  });

  it('distinguishes hashes of this system from imported hashes', async () => {
    expect(isLegacyHash(await hashPassword('password'))).toBe(false);
  });
});
