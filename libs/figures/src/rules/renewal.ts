import { DAY_MS } from '@app/platform';

/**
 * A recharge at most this many days before or after the expiry is a renewal. An earlier one moves the expiry before it
 * counts; after a later one, the customer had gone.
 */
export const RENEWAL_DAYS = 14;
export const RENEWAL_MS = RENEWAL_DAYS * DAY_MS;
