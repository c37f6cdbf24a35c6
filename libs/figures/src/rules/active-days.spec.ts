import { describe, expect, it } from '@jest/globals';
import { activeDays, bitOf, bitsUntil, monthOf } from './active-days.js';
import type { Day } from './days.js';

const day = (name: string, startsAt: number): Day => ({ day: name, startsAt, endsAt: startsAt + 10 });
const DAYS = [day('2026-01-30', 0), day('2026-01-31', 10), day('2026-02-01', 20)];

describe('activeDays', () => {
  it.each([
    ['within a day', 3, 5, [[202601, 1 << 29]]],
    ['until the last moment of a day', 3, 9, [[202601, 1 << 29]]],
    ['until the first moment of the next', 3, 10, [[202601, (1 << 29) | (1 << 30)]]],
    [
      'over a month’s end',
      15,
      25,
      [
        [202601, 1 << 30],
        [202602, 1],
      ],
    ],
    ['before the first known day', -5, -1, []],
    [
      'from before until after',
      -5,
      99,
      [
        [202601, (1 << 29) | (1 << 30)],
        [202602, 1],
      ],
    ],
  ])('of a session %s', (_, createdAt, lastSeenAt, expected) => {
    const found = activeDays({ createdAt, lastSeenAt }, DAYS);
    expect(found.map(({ month, days }) => [month, days])).toEqual(expected);
  });
});

it('the bits of a month fit in a signed integer of 32 bits', () => {
  expect(bitOf('2026-01-01')).toBe(1);
  expect(bitOf('2026-01-31')).toBe(2 ** 30);
  expect(bitsUntil('2026-01-31')).toBe(2 ** 31 - 1);
  expect(bitsUntil('2026-01-03')).toBe(7);
  expect(monthOf('2026-01-31')).toBe(202601);
});
