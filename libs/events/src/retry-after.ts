import { HOUR_MS } from '@app/platform';

/** If a receiver requests a longer pause than an hour, the next request is still sent after an hour. */
const MAX_PAUSE_MS = HOUR_MS;

/**
 * Returns the end of the pause that a receiver requests in its header `Retry-After` (seconds or an HTTP date), at most
 * an hour away. Returns undefined for anything else.
 * @param now epoch milliseconds
 */
export function pausedUntil(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const text = retryAfter.trim();
  const until = /^\d{1,9}$/.test(text) ? now + Number(text) * 1000 : parseHttpDate(text);
  return until !== undefined && until > now ? Math.min(until, now + MAX_PAUSE_MS) : undefined;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Parses an HTTP date in the only form that a server may send, such as `Sun, 06 Nov 1994 08:49:37 GMT`. */
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
