import type { Card, User } from '../api/types';

/** The remaining time of a card or user; `amount` is missing if there is no number to show. */
export interface Remaining {
  readonly kind: 'days' | 'hours' | 'minutes' | 'permanent' | 'expired' | 'not_begun' | 'none';
  readonly amount?: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Returns the time left in the largest unit that gives a number of at least 2. The number is rounded down, so that
 * "8 days" means at least 8 days.
 */
export function remainingOf(
  { status, expiresAt, durationUnit }: Pick<Card | User, 'status' | 'expiresAt' | 'durationUnit'>,
  now: number,
): Remaining {
  if (status === 'consumed') return { kind: 'none' };
  if (status === 'unused') return { kind: durationUnit === 'permanent' ? 'permanent' : 'not_begun' };
  if (expiresAt === null) return { kind: 'permanent' };
  const left = expiresAt - now;
  if (left <= 0) return { kind: 'expired' };
  if (left >= 2 * DAY_MS) return { kind: 'days', amount: Math.floor(left / DAY_MS) };
  if (left >= 2 * HOUR_MS) return { kind: 'hours', amount: Math.floor(left / HOUR_MS) };
  return { kind: 'minutes', amount: Math.ceil(left / MINUTE_MS) };
}
