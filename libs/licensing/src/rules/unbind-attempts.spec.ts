import { describe, expect, it } from '@jest/globals';
import { countWrong, lockedForSec } from './unbind-attempts.js';

const NOW = 1_000_000_000_000;
const WINDOW_MS = 15 * 60_000;

const attempts = (unbindFailures: number, unbindFailuresSince: number | null) => ({
  unbindFailures,
  unbindFailuresSince,
});

describe('lockedForSec', () => {
  it.each([
    ['never wrong', 0, null, 0],
    ['four wrong', 4, NOW, 0],
    ['five wrong, the first just now', 5, NOW, 900],
    ['more than five wrong', 7, NOW, 900],
    ['five wrong, half the window gone', 5, NOW - WINDOW_MS / 2, 450],
    ['a part of a second left is a whole one', 5, NOW - WINDOW_MS + 1, 1],
    ['the window just gone', 5, NOW - WINDOW_MS, 0],
    ['the window long gone', 5, NOW - 10 * WINDOW_MS, 0],
    ['a clock a little behind', 5, NOW + 1000, 901],
    ['a time from a wrong clock', 5, NOW + 10 * WINDOW_MS, 0],
  ])('%s', (_, failures, since, seconds) => {
    expect(lockedForSec(attempts(failures, since), NOW)).toBe(seconds);
  });
});

describe('countWrong', () => {
  it.each([
    ['the first one opens a window', attempts(0, null), attempts(1, NOW)],
    ['the next one counts in the same window', attempts(1, NOW - 1000), attempts(2, NOW - 1000)],
    ['one in the last moment counts', attempts(4, NOW - WINDOW_MS + 1), attempts(5, NOW - WINDOW_MS + 1)],
    ['one at the end of the window opens another', attempts(4, NOW - WINDOW_MS), attempts(1, NOW)],
    ['one after a lock opens another', attempts(5, NOW - 2 * WINDOW_MS), attempts(1, NOW)],
    [
      'one after a time from a wrong clock opens another',
      attempts(4, NOW + 10 * WINDOW_MS),
      attempts(1, NOW),
    ],
  ])('%s', (_, before, after) => {
    expect(countWrong(before, NOW)).toEqual(after);
  });
});
