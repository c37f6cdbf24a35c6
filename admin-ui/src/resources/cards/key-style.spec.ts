import { describe, expect, it } from '@jest/globals';
import { DEFAULT_ALPHABET, DEFAULT_MASK, hasRoom, isAlphabet, isMask, keyBits, sampleKey } from './key-style';

const DEFAULT = { mask: DEFAULT_MASK, alphabet: DEFAULT_ALPHABET };

describe('keys', () => {
  it('of the default style have 80 random bits', () => {
    expect(keyBits(DEFAULT)).toBe(80);
  });

  it('have room for a tenth of what the mask can make', () => {
    const style = { mask: '****', alphabet: '0123456789' };
    expect([hasRoom(style, 1000), hasRoom(style, 1001)]).toEqual([true, false]);
  });

  it('follow the mask', () => {
    expect(sampleKey({ mask: 'VIP-**-**', alphabet: 'AB' })).toMatch(/^VIP-[AB]{2}-[AB]{2}$/);
    expect(sampleKey({ mask: '****', alphabet: '🔑' })).toBe('🔑🔑🔑🔑');
  });

  it.each<[string | null, boolean]>([
    [null, true],
    ['', true],
    ['****', true],
    ['***', false],
    ['*'.repeat(65), false],
  ])('a mask %j is right: %p', (mask, isRight) => {
    expect(isMask(mask) === undefined).toBe(isRight);
  });

  it.each<[string | null, boolean]>([
    [null, true],
    ['0123456789', true],
    ['012345678', false],
    ['0123456789a0', false],
    ['0123456789*', false],
    ['0123456789 ', false],
  ])('an alphabet %j is right: %p', (alphabet, isRight) => {
    expect(isAlphabet(alphabet) === undefined).toBe(isRight);
  });
});
