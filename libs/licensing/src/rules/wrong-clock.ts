/** Maximum difference between the clocks of server processes. */
const CLOCK_SKEW_MS = 60_000;

/**
 * True if a stored time was taken while the clock was ahead. Rules that count a delay from a stored time ignore such a
 * time. Otherwise, if the clock was a year ahead, the delay would last a year longer.
 * @param at epoch milliseconds
 * @param now epoch milliseconds
 */
export function isFromWrongClock(at: number, now: number): boolean {
  return at > now + CLOCK_SKEW_MS;
}
