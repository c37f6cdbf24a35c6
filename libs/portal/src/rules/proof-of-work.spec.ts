import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { challengeOf, isSolved } from './proof-of-work.js';

const CHALLENGE = 'a.b.c.d';

describe('challengeOf', () => {
  it.each([
    ['a.b.c.d.17', CHALLENGE],
    ['a.b.c.d.', undefined],
    ['a.b.c.d', undefined],
    ['a.b.c.17', undefined],
    ['a.b.c.d.e.17', undefined],
    ['a.b.c.d.0x11', undefined],
    ['a.b.c.d.-1', undefined],
    ['a.b.c.d.12345678901234567', undefined],
    [`${'a'.repeat(201)}.b.c.d.17`, undefined],
    [`${'a'.repeat(170)}.${'b'.repeat(170)}.${'c'.repeat(170)}.d.17`, undefined],
    ['', undefined],
  ])('%j: %j', (proof, challenge) => {
    expect(challengeOf(proof)).toBe(challenge);
  });
});

describe('isSolved', () => {
  /** Counts leading zero bits in the digest's hexadecimal form, unlike the code under test. */
  const zeroBits = (proof: string) => {
    const digits = createHash('sha256').update(proof).digest('hex');
    return [...digits]
      .map((digit) => parseInt(digit, 16).toString(2).padStart(4, '0'))
      .join('')
      .indexOf('1');
  };

  it('is true for as many zero bits as the digest begins with, and not for one more', () => {
    for (let i = 0; i < 500; i++) {
      const proof = `${CHALLENGE}.${i}`;
      const bits = zeroBits(proof);
      expect(isSolved(proof, bits)).toBe(true);
      expect(isSolved(proof, bits + 1)).toBe(false);
    }
  });

  it('demands 16 bits by default', () => {
    let number = 0;
    while (zeroBits(`${CHALLENGE}.${number}`) < 16) number++;
    expect(isSolved(`${CHALLENGE}.${number}`)).toBe(true);
    expect(isSolved(`${CHALLENGE}.${number}x`)).toBe(false);
  });
});
