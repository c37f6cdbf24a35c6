/** So many tries at once, and so many in each period from then on: each takes a place for its part of the period. */
export interface RateLimit {
  /** At least 1. */
  readonly tries: number;
  readonly periodMs: number;
}

/** Tries that were under way together may exceed a limit; they are paid for with a longer wait, at most so much longer. */
export const LONGEST_DEBT_MS = 3_600_000;

/**
 * When all places of a key are free again, in epoch milliseconds, is all that has to be remembered of it.
 * @param freeAt what was remembered; 0: nothing
 * @param change 1 for a try more, -1 for one that is taken back
 */
export function freeAtAfter(freeAt: number, now: number, change: 1 | -1, limit: RateLimit): number {
  return within(within(freeAt, now, limit) + change * placeMs(limit), now, limit);
}

/** Whole milliseconds until there is a place; 0: there is one. */
export function waitMs(freeAt: number, now: number, limit: RateLimit): number {
  return Math.max(0, Math.ceil(within(freeAt, now, limit) - now - placeMs(limit) * (limit.tries - 1)));
}

/** A clock that was set back must not keep a key closed for as long. */
function within(freeAt: number, now: number, { periodMs }: RateLimit): number {
  return Math.min(Math.max(freeAt, now), now + periodMs + LONGEST_DEBT_MS);
}

function placeMs({ tries, periodMs }: RateLimit): number {
  return periodMs / tries;
}
