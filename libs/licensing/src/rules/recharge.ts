import type { LicenceHolder } from '@app/database';
import { type Duration, expiryAfter } from './duration.js';

/**
 * Returns a target's expiry after a recharge (epoch milliseconds; null: permanent): the card's duration is added to
 * what is left, or to `now` when nothing is.
 */
export function rechargedExpiry(
  target: Pick<LicenceHolder, 'expiresAt'>,
  card: Duration,
  now: number,
  timeZone: string,
): number | null {
  return expiryAfter(Math.max(now, target.expiresAt ?? now), card, timeZone);
}
