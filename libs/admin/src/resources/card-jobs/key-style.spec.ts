import { describe, expect, it } from '@jest/globals';
import {
  DEFAULT_ALPHABET,
  DEFAULT_MASK,
  keyBits,
  type KeyStyle,
  keyNotices,
  makeKeys,
  roomFault,
} from './key-style.js';

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

describe('keyNotices', () => {
  it('are none from 80 bits on', () => {
    expect(keyNotices(style(DEFAULT_MASK))).toEqual([]);
    expect(keyNotices(style('*'.repeat(25), DIGITS))).toEqual([]);
  });

  it('describe the shortfall', () => {
    expect(keyNotices(style('VIP-****-****'))).toMatchObject([
      {
        code: 'guessable_keys',
        params: { random: 8, characters: 32, bits: 40, safeBits: 80, safeRandom: 16 },
        message:
          'A key has 8 random characters out of 32, or 40 bits, and is easier to guess than the recommended ' +
          '80 bits, which a mask with 16 * gives',
      },
    ]);
    expect(keyNotices(style('*'.repeat(24), DIGITS))[0]!.message).toContain('79 bits');
  });
});

describe('roomFault', () => {
  it.each([
    [style('****', DIGITS), 1000],
    [style(DEFAULT_MASK), 100_000],
    [style('*'.repeat(64), DEFAULT_ALPHABET), 100_000],
  ])('has nothing against %j for %i keys', (keys, count) => {
    expect(roomFault(keys, count)).toBeUndefined();
  });

  it('reports the available and the required combinations', () => {
    expect(roomFault(style('****', DIGITS), 1001)).toMatchObject({
      message: 'allows 10000 keys; to be hard to guess, 1001 cards need 10010, 10 times as many',
    });
  });
});

describe('makeKeys', () => {
  it('fills every * and leaves the rest unchanged', () => {
    const keys = makeKeys(style('VIP-****-Ü *x', DIGITS), 500);
    expect(keys).toHaveLength(500);
    for (const key of keys) expect(key).toMatch(/^VIP-\d{4}-Ü \dx$/);
    expect(new Set(keys.map((key) => key.at(-2))).size).toBe(10);
  });

  it('takes a character of any length for one', () => {
    for (const key of makeKeys(style('*-*', '🂡🂢a'), 50)) expect(key).toMatch(/^[🂡🂢a]-[🂡🂢a]$/u);
  });

  it('generates each key independently', () => {
    expect(new Set(makeKeys(style(DEFAULT_MASK), 10_000)).size).toBe(10_000);
  });
});
