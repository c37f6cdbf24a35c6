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

/** A receiver can ask for a longer pause than an hour, but is asked again after it. */
const MAX_PAUSE_MS = HOUR_MS;

/**
 * Returns the time of the next attempt; undefined after the last one.
 * @param attempts made so far, at least 1
 * @param now epoch milliseconds of the latest attempt
 */
export function nextAttemptAt(attempts: number, now: number): number | undefined {
  const delay = DELAYS_MS[attempts];
  return delay === undefined ? undefined : now + delay;
}

/**
 * Returns the time until which a receiver wants no requests, by its header `Retry-After`: seconds or an HTTP date, at
 * most an hour away. Returns undefined for anything else.
 * @param now epoch milliseconds
 */
export function pausedUntil(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const text = retryAfter.trim();
  const until = /^\d{1,9}$/.test(text) ? now + Number(text) * 1000 : parseHttpDate(text);
  return until !== undefined && until > now ? Math.min(until, now + MAX_PAUSE_MS) : undefined;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Parses the only form of an HTTP date that may be sent, such as `Sun, 06 Nov 1994 08:49:37 GMT`. */
function parseHttpDate(text: string): number | undefined {
  const [, day, month = '', year, time] =
    /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2}:\d{2}) GMT$/.exec(text) ?? [];
  const number = String(MONTHS.indexOf(month) + 1).padStart(2, '0');
  try {
    return Temporal.Instant.from(`${year}-${number}-${day}T${time}Z`).epochMilliseconds;
  } catch {
    return undefined;
  }
}
