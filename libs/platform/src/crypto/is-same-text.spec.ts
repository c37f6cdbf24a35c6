import { describe, expect, it } from '@jest/globals';
import { isSameText } from './is-same-text.js';

describe('isSameText', () => {
  it.each(['', 'a', '0f'.repeat(32), '密钥', '😀'])('is true if both texts are %j', (text) => {
    expect(isSameText(text, Buffer.from(text).toString())).toBe(true);
  });

  it.each([
    ['', 'a'],
    ['a', ''],
    ['a', 'A'],
    ['ab', 'abc'],
    ['abc', 'ab'],
    ['é', 'e\u0301'],
    // Different texts with the same number of bytes, or of characters.
    ['é', 'ab'],
    ['é', 'e'],
  ])('is false for %j and %j', (given, right) => expect(isSameText(given, right)).toBe(false));
});
