import { createHmac } from 'node:crypto';

/** Seconds by which the time of a signature may differ from now. */
const TOLERANCE_SEC = 300;

/** Returns the HMAC-SHA256 of texts and bytes, one after the other. */
export function hmacSha256(secret: string, ...parts: (string | Buffer)[]): Buffer {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/**
 * True if a time (epoch seconds as text) differs from now by at most five minutes. Older requests may be replays.
 * @param now epoch milliseconds
 */
export function isRecent(seconds: string, now: number): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(now / 1000 - Number(seconds)) <= TOLERANCE_SEC;
}

/** Returns the value of a header, or an empty text if the header is missing. */
export function headerText(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}
