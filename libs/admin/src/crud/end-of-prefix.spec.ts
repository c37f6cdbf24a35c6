import { describe, expect, it } from '@jest/globals';
import { endOfPrefix } from './end-of-prefix.js';

describe('endOfPrefix', () => {
  it.each([
    ['A', 'B'],
    ['VIP-', 'VIP.'],
    ['50%', '50&'],
    ['a_', 'a`'],
    ['\\', ']'],
    ['卡', '\u5362'],
    ['\u{1F600}', '\u{1F601}'],
    ['\uFFFF', '\u{10000}'],
    ['\uD7FF', '\uE000'],
    ['A\u{10FFFF}', 'B'],
    ['\u{10FFFF}\u{10FFFF}', undefined],
  ])('of %j is %j', (prefix, expected) => {
    expect(endOfPrefix(prefix)).toBe(expected);
  });
});
