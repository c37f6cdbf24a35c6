import { createHmac, hash } from 'node:crypto';

export const KEY_HEADER = 'Dujiao-Next-Api-Key';
export const TIME_HEADER = 'Dujiao-Next-Timestamp';
export const SIGNATURE_HEADER = 'Dujiao-Next-Signature';

/** Seconds by which the clocks of shop and server may differ. */
const MAX_SKEW_SEC = 60;

/** Parts of a request that its signature covers. */
export interface SignedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Epoch seconds, as they were sent. */
  readonly time: string;
  readonly body: string | Uint8Array;
}

/** Returns the signature of a request: HMAC-SHA256 in lowercase hex. */
export function dujiaoSignature({ method, path, time, body }: SignedRequest, key: string): string {
  const text = [method, path, time, hash('md5', body, 'hex')].join('\n');
  return createHmac('sha256', key).update(text).digest('hex');
}

/**
 * Returns the fault of a request's time.
 * @param time epoch seconds, as they were sent
 * @param now epoch milliseconds
 */
export function timeFault(time: string, now: number): 'invalid_timestamp' | 'timestamp_expired' | undefined {
  if (!/^\d{1,12}$/.test(time)) return 'invalid_timestamp';
  const skew = Math.abs(Math.floor(now / 1000) - Number(time));
  return skew > MAX_SKEW_SEC ? 'timestamp_expired' : undefined;
}
