/** Maximum difference between the clocks of server processes. */
const CLOCK_SKEW_MS = 60_000;

/**
 * True if a stored time was taken while the clock was ahead. Rules that wait for a stored time ignore such a time:
 * otherwise, after a clock that was a year ahead, they would wait for a year.
 * @param at epoch milliseconds
 * @param now epoch milliseconds
 */
export function isFromWrongClock(at: number, now: number): boolean {
  return at > now + CLOCK_SKEW_MS;
}
