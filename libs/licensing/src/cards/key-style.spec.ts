import { describe, expect, it } from '@jest/globals';
import { DEFAULT_ALPHABET, DEFAULT_MASK, keyBits, type KeyStyle, makeKeys } from './key-style.js';

const DIGITS = '0123456789';
const style = (mask: string, alphabet = DEFAULT_ALPHABET): KeyStyle => ({ mask, alphabet });

describe('keyBits', () => {
  it.each([
    [style(DEFAULT_MASK), 80],
    [style('VIP-****-****'), 40],
    [style('****', DIGITS), 4 * Math.log2(10)],
    [style('****', '🂡🂢🂣🂤🂥🂦🂧🂨'), 12],
  ])('of %j is %d', (keys, bits) => expect(keyBits(keys)).toBeCloseTo(bits, 9));
});

describe('makeKeys', () => {
  it('fills every * and leaves the rest unchanged', () => {
    const keys = makeKeys(style('VIP-****-Ü *x', DIGITS), 500);
    expect(keys).toHaveLength(500);
    for (const key of keys) expect(key).toMatch(/^VIP-\d{4}-Ü \dx$/);
    expect(new Set(keys.map((key) => key.at(-2))).size).toBe(10);
  });

  it('counts a character of two UTF-16 units as one character', () => {
    for (const key of makeKeys(style('*-*', '🂡🂢a'), 50)) expect(key).toMatch(/^[🂡🂢a]-[🂡🂢a]$/u);
  });

  it('generates each key independently', () => {
    expect(new Set(makeKeys(style(DEFAULT_MASK), 10_000)).size).toBe(10_000);
  });
});
