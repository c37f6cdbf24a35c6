/** Fewer refusals in an hour are never a burst. */
const LEAST = 100;
const TIMES_USUAL = 5;

/**
 * True if an hour has many more refusals than usual.
 * @param refusals in the hour so far
 * @param usual in an average hour before
 */
export function isBurst(refusals: number, usual: number): boolean {
  return refusals >= LEAST && refusals >= TIMES_USUAL * usual;
}
