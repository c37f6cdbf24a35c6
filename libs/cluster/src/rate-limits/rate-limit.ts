/**
 * A GCRA limit: a burst of `attempts`, refilled at `attempts` per period; each attempt takes up its share of the
 * period.
 */
export interface RateLimit {
  /** At least 1. */
  readonly attempts: number;
  readonly periodMs: number;
}

/** Concurrent attempts may exceed a limit; a longer wait makes up for them, at most this much longer. */
export const LONGEST_DEBT_MS = 3_600_000;

/**
 * Returns the time at which a key's full burst is available again, in epoch milliseconds: the only state GCRA needs.
 * @param freeAt the previous state; 0: none
 * @param change 1 to count an attempt, -1 to refund one
 */
export function freeAtAfter(freeAt: number, now: number, change: 1 | -1, limit: RateLimit): number {
  return within(within(freeAt, now, limit) + change * attemptMs(limit), now, limit);
}

/** Returns whole milliseconds until the next attempt is allowed; 0: now. */
export function waitMs(freeAt: number, now: number, limit: RateLimit): number {
  return Math.max(0, Math.ceil(within(freeAt, now, limit) - now - attemptMs(limit) * (limit.attempts - 1)));
}

/** Bounds the state, so that a clock that was set back does not prolong a wait by as much. */
function within(freeAt: number, now: number, { periodMs }: RateLimit): number {
  return Math.min(Math.max(freeAt, now), now + periodMs + LONGEST_DEBT_MS);
}

function attemptMs({ attempts, periodMs }: RateLimit): number {
  return periodMs / attempts;
}
