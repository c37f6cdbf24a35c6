import { describe, expect, it } from '@jest/globals';
import { ALPHANUMERIC, LOWERCASE_ALPHANUMERIC, randomText, randomTexts } from './random-text.js';

it.each([
  ['letters and digits', ALPHANUMERIC, /^[A-Za-z0-9]*$/, 62],
  ['lower-case letters and digits', LOWERCASE_ALPHANUMERIC, /^[a-z0-9]*$/, 36],
])('randomText draws from all %s and no others', (_, alphabet, form, size) => {
  const text = randomText(10_000, alphabet);
  expect(text).toHaveLength(10_000);
  expect(text).toMatch(form);
  expect(new Set(text).size).toBe(size);
});

it('randomText does not repeat itself', () => {
  expect(new Set(Array.from({ length: 1000 }, () => randomText(20))).size).toBe(1000);
});

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_';

describe('randomTexts', () => {
  it('returns the requested number and length of texts, even if one fetch of random bytes is not enough', () => {
    const texts = randomTexts(1000, 20, 'abc');
    expect(texts).toHaveLength(1000);
    for (const text of texts) expect(text).toMatch(/^[abc]{20}$/);
    expect(randomTexts(0, 20, 'abc')).toEqual([]);
    expect(randomTexts(2, 0, 'abc')).toEqual(['', '']);
  });

  it('does not repeat itself', () => {
    expect(new Set(randomTexts(10_000, 16, LETTERS)).size).toBe(10_000);
  });

  it('counts characters as code points', () => {
    const texts = randomTexts(100, 5, '🂡🂢é');
    for (const text of texts) expect(Array.from(text)).toHaveLength(5);
    expect(new Set(texts.flatMap((text) => Array.from(text)))).toEqual(new Set(['🂡', '🂢', 'é']));
  });

  it.each([10, 32, 33, 60, 64, 200])('draws each of %i characters equally often', (size) => {
    const alphabet = String.fromCodePoint(...Array.from({ length: size }, (_, i) => 0x4e00 + i));
    const perCharacter = 2000;
    const counts = new Map<string, number>();
    for (const character of randomTexts(1, size * perCharacter, alphabet)[0]!) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(size);
    // Chi-squared has mean size-1 and variance 2(size-1). A difference of 7 standard deviations does not happen by
    // chance.
    const chiSquared = [...counts.values()].reduce(
      (sum, count) => sum + (count - perCharacter) ** 2 / perCharacter,
      0,
    );
    expect(Math.abs(chiSquared - (size - 1))).toBeLessThan(7 * Math.sqrt(2 * (size - 1)));
  });
});
