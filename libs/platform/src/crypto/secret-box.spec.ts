import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { SecretBox } from './secret-box.js';

const KEY = randomBytes(32);
const SECRET = 'uiS9M0G8JolpUvlf5NxZ7pwMVinKs73x';

describe('SecretBox', () => {
  const box = new SecretBox(KEY);

  it.each([SECRET, '', '密钥😀', 'x'.repeat(10_000)])('opens what it sealed', (secret) => {
    expect(box.open(box.seal(secret))).toBe(secret);
  });

  it('opens what another box with the same key sealed', () => {
    expect(new SecretBox(Buffer.from(KEY)).open(box.seal(SECRET))).toBe(SECRET);
  });

  it('seals the same secret differently each time, and does not show it', () => {
    const sealed = box.seal(SECRET);
    expect(box.seal(SECRET)).not.toBe(sealed);
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain(SECRET);
  });

  it('does not open with another key', () => {
    expect(() => new SecretBox(randomBytes(32)).open(box.seal(SECRET))).toThrow();
  });

  it('does not open when any byte was changed', () => {
    const sealed = Buffer.from(box.seal(SECRET), 'base64');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => box.open(changed.toString('base64'))).toThrow();
    }
  });

  it('does not open when it was cut or lengthened anywhere', () => {
    const sealed = Buffer.from(box.seal(SECRET), 'base64');
    for (let length = 0; length < sealed.length; length++) {
      expect(() => box.open(sealed.subarray(0, length).toString('base64'))).toThrow();
    }
    expect(() => box.open(Buffer.concat([sealed, Buffer.alloc(1)]).toString('base64'))).toThrow();
  });
});
