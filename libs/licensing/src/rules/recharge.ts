import type { LicenceHolder } from '@app/database';
import { type Duration, expiryAfter } from './duration.js';

/**
 * Returns a target's expiry after a recharge in epoch milliseconds, or `null` if permanent. The card's duration is
 * added to the remaining time, or to `now` if none remains.
 */
export function rechargedExpiry(
  target: Pick<LicenceHolder, 'expiresAt'>,
  card: Duration,
  now: number,
  timeZone: string,
): number | null {
  return expiryAfter(Math.max(now, target.expiresAt ?? now), card, timeZone);
}
