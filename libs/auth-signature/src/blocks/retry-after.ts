const MAX_SEC = 3600;

/**
 * Returns the seconds after which a blocked address may retry: until its block ends, at most an hour.
 * @param until epoch milliseconds later than `now`, or Infinity
 */
export function retryAfterSec(until: number, now: number): number {
  return Math.min(Math.ceil((until - now) / 1000), MAX_SEC);
}
