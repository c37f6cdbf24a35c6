import { HOUR_MS, MINUTE_MS, retrySchedule } from '@app/platform';

/**
 * Milliseconds between an attempt and the previous one; the first attempt is made at once. dujiao-next also polls:
 * frequently for half an hour, then every half hour. Later attempts therefore only help shops that were down for a long
 * time.
 */
export const nextCallbackAt = retrySchedule([
  0,
  30_000,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
]);

/** A claimed attempt whose process died is made again after this time, which is longer than any attempt takes. */
const CLAIM_MS = MINUTE_MS;

/** Returns the time until which an attempt belongs to the process that claimed it. */
export function claimedUntil(now: number): number {
  return now + CLAIM_MS;
}
