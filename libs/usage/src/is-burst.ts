/** An hour with fewer refusals than this is no burst. */
const LEAST = 100;
const TIMES_USUAL = 5;

/**
 * True if an hour has many more refusals than usual.
 * @param refusals refusals in the hour so far
 * @param usual refusals in an average earlier hour
 */
export function isBurst(refusals: number, usual: number): boolean {
  return refusals >= LEAST && refusals >= TIMES_USUAL * usual;
}
