import { HOUR_MS, MINUTE_MS } from '@app/platform';

/**
 * Milliseconds between an attempt and the one before; the first is made at once. dujiao-next also asks by itself, for
 * half an hour often and then each half hour, so that later attempts help only shops that were down for long.
 */
const DELAYS_MS = [
  0,
  30_000,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];

/** A claimed attempt whose process died is made again after this time, which is longer than any attempt takes. */
const CLAIM_MS = MINUTE_MS;

/** Returns the time until which an attempt belongs to the process that claimed it. */
export function claimedUntil(now: number): number {
  return now + CLAIM_MS;
}

/**
 * Returns the time of the next attempt; `null` after the last one.
 * @param attempts made so far, at least 1
 * @param now epoch milliseconds of the latest attempt
 */
export function nextCallbackAt(attempts: number, now: number): number | null {
  const delay = DELAYS_MS[attempts];
  return delay === undefined ? null : now + delay;
}
