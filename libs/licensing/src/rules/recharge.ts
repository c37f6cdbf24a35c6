import type { LicenceHolder } from '@app/database';
import { type Duration, expiryAfter } from './duration.js';

/**
 * The expiry of a target after a recharge (epoch milliseconds; null: permanent): the card's duration on top of what is
 * left, or from `now` when nothing is.
 */
export function rechargedExpiry(
  target: Pick<LicenceHolder, 'expiresAt'>,
  card: Duration,
  now: number,
  timeZone: string,
): number | null {
  return expiryAfter(Math.max(now, target.expiresAt ?? now), card, timeZone);
}
