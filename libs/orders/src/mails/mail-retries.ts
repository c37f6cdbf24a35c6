import { HOUR_MS, MINUTE_MS, retrySchedule } from '@app/platform';

/**
 * Milliseconds between an attempt and the previous one; the first attempt is made at once. All attempts together take
 * about three days.
 */
export const nextMailAt = retrySchedule([
  0,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]);
