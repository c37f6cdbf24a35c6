/** Maximum seconds between a request's timestamp and its arrival. */
export const TOLERANCE_SEC = 60;

/**
 * Returns the reason why a request's timestamp is refused; undefined if the timestamp is valid.
 * @param timestamp epoch seconds
 * @param now epoch milliseconds
 * @param leewaySec seconds that the client's clock may be ahead
 */
export function timestampFault(
  timestamp: number,
  now: number,
  leewaySec: number,
): 'TIMESTAMP_IN_FUTURE' | 'SIGNATURE_EXPIRED' | undefined {
  if (timestamp > Math.ceil(now / 1000) + leewaySec) return 'TIMESTAMP_IN_FUTURE';
  if (Math.floor(now / 1000) - timestamp > TOLERANCE_SEC) return 'SIGNATURE_EXPIRED';
  return undefined;
}

/**
 * Returns the epoch milliseconds until which `timestampFault` refuses a request as too early.
 * @param timestamp epoch seconds
 * @param leewaySec seconds that the client's clock may be ahead
 */
export function usableSince(timestamp: number, leewaySec: number): number {
  return (timestamp - leewaySec - 1) * 1000;
}
