import { HOUR_MS, MINUTE_MS, retrySchedule } from '@app/platform';

/**
 * Milliseconds between an attempt and the previous one; the first attempt is made at once. These are the delays that
 * the Standard Webhooks specification recommends. Together they take about three days.
 */
export const nextAttemptAt = retrySchedule([
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
]);
