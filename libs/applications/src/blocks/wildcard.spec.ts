import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { wildcard } from './wildcard.js';

describe('wildcard', () => {
  it.each([
    ['', '', true],
    ['', 'a', false],
    ['abc', 'abc', true],
    ['abc', 'abcd', false],
    ['abc', 'ab', false],
    ['abc', 'ABC', false],
    ['*', '', true],
    ['*', 'anything *', true],
    ['**', '', true],
    ['VIP-*', 'VIP-', true],
    ['VIP-*', 'VIP-1234', true],
    ['VIP-*', 'vip-1234', false],
    ['VIP-*', ' VIP-1234', false],
    ['*-VIP', '1234-VIP', true],
    ['*-VIP', '1234-VIP-', false],
    ['a*b', 'ab', true],
    ['a*b', 'a', false],
    ['a*b', 'abab', true],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['ab*ba', 'aba', false],
    ['ab*ba', 'abba', true],
    ['*ab*ab*', 'ab', false],
    ['*ab*ab*', 'aab-abb', true],
    ['*a*a*a*b', 'aaab', true],
    ['*a*a*a*b', 'aab', false],
    ['a*bc*c', 'abc', false],
    ['a*bc*c', 'abcc', true],
    // The first match of a part leaves the longest text for the following parts.
    ['*ab*b', 'abab', true],
    // Everything else is literal.
    ['.*', 'a', false],
    ['.*', '.a', true],
    ['a+', 'aa', false],
    ['a?', 'ab', false],
    ['[ab]', 'a', false],
    ['\\*', '*', false],
    ['\\*', '\\', true],
    ['^a$', 'a', false],
    ['a%', 'ab', false],
    ['卡*😀', '卡一二😀', true],
    ['a*b', 'a\nb', true],
  ])('%j with %j: %p', (pattern, text, expected) => {
    expect(wildcard(pattern)(text)).toBe(expected);
  });

  it('agrees with the definition', () => {
    // There are few letters, so that parts of patterns match in several places.
    const letters = (of: string) => fc.string({ unit: fc.constantFrom(...of), maxLength: 12 });
    fc.assert(
      fc.property(letters('ab*'), letters('ab'), (pattern, text) => {
        expect(wildcard(pattern)(text)).toBe(byDefinition(pattern, text));
      }),
      { numRuns: 5000 },
    );
  });

  it('is slow for no pattern', () => {
    const text = 'a'.repeat(100_000);
    expect(wildcard(`${'*a'.repeat(64)}*b`)(text)).toBe(false);
    expect(wildcard(`${'*a'.repeat(64)}*b*`)(text)).toBe(false);
    expect(wildcard(`${'*a'.repeat(64)}*`)(text)).toBe(true);
  });
});

/** Slow reference implementation: `*` matches nothing, or one character and then `*` again. */
function byDefinition(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  if (pattern[0] !== '*') return text[0] === pattern[0] && byDefinition(pattern.slice(1), text.slice(1));
  return byDefinition(pattern.slice(1), text) || (text !== '' && byDefinition(pattern, text.slice(1)));
}
