import { expect, it } from '@jest/globals';
import { remainingOf } from './remaining';

const NOW = 1_000_000_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

it.each([
  [NOW + 8 * DAY + HOUR, { kind: 'days', amount: 8 }],
  [NOW + 2 * DAY, { kind: 'days', amount: 2 }],
  [NOW + 2 * DAY - 1, { kind: 'hours', amount: 47 }],
  [NOW + 2 * HOUR - 1, { kind: 'minutes', amount: 120 }],
  [NOW + 1, { kind: 'minutes', amount: 1 }],
  [NOW, { kind: 'expired' }],
  [null, { kind: 'permanent' }],
])('of an activated card that expires at %p: %j', (expiresAt, remaining) => {
  expect(remainingOf({ status: 'activated', expiresAt, durationUnit: 'days' }, NOW)).toEqual(remaining);
});

it('of other cards is said in words', () => {
  const none = { expiresAt: null, durationUnit: 'days' } as const;
  expect(remainingOf({ ...none, status: 'unused' }, NOW)).toEqual({ kind: 'not_begun' });
  expect(remainingOf({ ...none, status: 'unused', durationUnit: 'permanent' }, NOW)).toEqual({
    kind: 'permanent',
  });
  expect(remainingOf({ ...none, status: 'consumed' }, NOW)).toEqual({ kind: 'none' });
});
