import { describe, expect, it } from '@jest/globals';
import { confusedVariants, isOneOff } from './near-keys.js';

describe('confusedVariants', () => {
  it.each([
    ['', []],
    ['ACE', []],
    ['HU40', ['HU4O']],
    ['1A', ['IA', 'LA']],
    ['5B', ['SB', '58', 'S8']],
  ])('of %j are %j', (text, expected) => {
    expect(confusedVariants(text)).toEqual(expected);
  });

  it('are limited, with single changes first', () => {
    const variants = confusedVariants('0O1IL5S8B2Z'.repeat(5));
    expect(variants).toHaveLength(24);
    expect(variants[0]).toBe(`O${'0O1IL5S8B2Z'.repeat(5).slice(1)}`);
  });
});

describe('isOneOff', () => {
  it.each([
    ['ABCD', 'ABXD', true],
    ['ABCD', 'ABCX', true],
    ['ABCD', 'XBCD', true],
    ['ABCD', 'ABD', true],
    ['BCD', 'ABCD', true],
    ['ABC', 'ABCD', true],
    ['ABCD', 'ABCD', false],
    ['ABCD', 'ABDC', false],
    ['ABCD', 'AXXD', false],
    ['ABCD', 'AB', false],
    ['', 'A', true],
    ['', '', false],
  ])('%j and %j: %j', (a, b, expected) => {
    expect(isOneOff(a, b)).toBe(expected);
    expect(isOneOff(b, a)).toBe(expected);
  });
});
