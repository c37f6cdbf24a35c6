/**
 * Returns the time of the next attempt; `null` after the last one.
 * @param attempts number of attempts so far, at least 1
 * @param now epoch milliseconds of the latest attempt
 */
export type NextAttemptAt = (attempts: number, now: number) => number | null;

/**
 * Makes a schedule of attempts.
 * @param delaysMs milliseconds between an attempt and the previous one; the first entry is not used
 */
export function retrySchedule(delaysMs: readonly number[]): NextAttemptAt {
  return (attempts, now) => {
    const delay = delaysMs[attempts];
    return delay === undefined ? null : now + delay;
  };
}
