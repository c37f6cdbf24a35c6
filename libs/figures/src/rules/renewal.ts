import { DAY_MS } from '@app/platform';

/** A recharge this many days before or after the expiry is a renewal. */
export const RENEWAL_DAYS = 14;
export const RENEWAL_MS = RENEWAL_DAYS * DAY_MS;

/**
 * Tells what a recharge means for the expiry that it followed:
 * - `renewed`: at most 14 days before or after
 * - `lost`: later; the customer had gone
 * - `none`: earlier; the expiry moved before it counted
 * @param expiredAt epoch milliseconds
 * @param at time of the recharge in epoch milliseconds
 */
export function renewalOf(expiredAt: number, at: number): 'renewed' | 'lost' | 'none' {
  if (at < expiredAt - RENEWAL_MS) return 'none';
  return at <= expiredAt + RENEWAL_MS ? 'renewed' : 'lost';
}
