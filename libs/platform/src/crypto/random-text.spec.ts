import { expect, it } from '@jest/globals';
import { ALPHANUMERIC, LOWERCASE_ALPHANUMERIC, randomText } from './random-text.js';

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
