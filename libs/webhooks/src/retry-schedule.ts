import { HOUR_MS, MINUTE_MS } from '@app/platform';

/**
 * Milliseconds between an attempt and the one before; the first is made at once. These are the delays that the Standard
 * Webhooks specification recommends. Together they take about three days.
 */
const DELAYS_MS = [
  0,
  5000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/**
 * Returns the time of the next attempt; undefined after the last one.
 * @param attempts made so far, at least 1
 * @param now epoch milliseconds of the latest attempt
 */
export function nextAttemptAt(attempts: number, now: number): number | undefined {
  const delay = DELAYS_MS[attempts];
  return delay === undefined ? undefined : now + delay;
}
