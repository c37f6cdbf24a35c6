import { describe, expect, it } from '@jest/globals';
import { DEFAULT_ALPHABET, DEFAULT_MASK, type KeyStyle } from '@app/licensing';
import { keyNotices, roomFault } from './key-style.js';

const DIGITS = '0123456789';
const style = (mask: string, alphabet = DEFAULT_ALPHABET): KeyStyle => ({ mask, alphabet });

describe('keyNotices', () => {
  it('are empty for keys of at least 80 bits', () => {
    expect(keyNotices(style(DEFAULT_MASK))).toEqual([]);
    expect(keyNotices(style('*'.repeat(25), DIGITS))).toEqual([]);
  });

  it('describe the shortfall', () => {
    expect(keyNotices(style('VIP-****-****'))).toMatchObject([
      {
        code: 'guessable_keys',
        params: { random: 8, characters: 32, bits: 40, safeBits: 80, safeRandom: 16 },
        message:
          'A key has 8 random characters from an alphabet of 32, which is 40 random bits. ' +
          'At least 80 bits are recommended, since shorter keys are easier to guess; use a mask with 16 *',
      },
    ]);
    expect(keyNotices(style('*'.repeat(24), DIGITS))[0]!.message).toContain('79 random bits');
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
      message:
        'allows only 10000 keys; 1001 cards require 10010 possible keys, 10 for each, to be hard to guess',
    });
  });
});
