import { describe, expect, it } from '@jest/globals';
import { isBurst } from './is-burst.js';

describe('isBurst', () => {
  it.each([
    [99, 0, false],
    [100, 0, true],
    [100, 20, true],
    [100, 21, false],
    [999, 200, false],
    [1000, 200, true],
  ])('%i refusals instead of %i: %j', (refusals, usual, expected) => {
    expect(isBurst(refusals, usual)).toBe(expected);
  });
});
