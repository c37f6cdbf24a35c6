/** A GCRA limit: allows a burst of `attempts`, then `attempts` per period, spread evenly over the period. */
export interface RateLimit {
  /** At least 1. */
  readonly attempts: number;
  readonly periodMs: number;
}

/**
 * Maximum number of milliseconds by which attempts beyond a limit prolong the following wait. Concurrent attempts can
 * exceed a limit if they are counted only afterwards (`penalize`).
 */
export const LONGEST_DEBT_MS = 3_600_000;

/**
 * Returns the time at which a key's full burst is available again, in epoch milliseconds. GCRA needs no other state.
 * @param change 1 to count an attempt, -1 to refund one, 0 to refuse one
 */
export function freeAtAfter(freeAt: number, now: number, change: 1 | -1 | 0, limit: RateLimit): number {
  return within(within(freeAt, now, limit) + change * attemptMs(limit), now, limit);
}

/** Returns the whole milliseconds until the next attempt is allowed, or 0 if it is allowed now. */
export function waitMs(freeAt: number, now: number, limit: RateLimit): number {
  return Math.max(0, Math.ceil(within(freeAt, now, limit) - now - attemptMs(limit) * (limit.attempts - 1)));
}

/**
 * Returns `freeAt`, but no earlier than now and no later than the longest possible wait from now. Without the upper
 * bound, setting the clock back would prolong waits.
 */
function within(freeAt: number, now: number, { periodMs }: RateLimit): number {
  return Math.min(Math.max(freeAt, now), now + periodMs + LONGEST_DEBT_MS);
}

function attemptMs({ attempts, periodMs }: RateLimit): number {
  return periodMs / attempts;
}
