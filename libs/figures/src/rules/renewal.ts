import { DAY_MS } from '@app/platform';

/**
 * A recharge at most this many days before or after the expiry is a renewal. An earlier recharge only prolongs the
 * licence; a later one is the return of a customer who had already left.
 */
export const RENEWAL_DAYS = 14;
export const RENEWAL_MS = RENEWAL_DAYS * DAY_MS;
