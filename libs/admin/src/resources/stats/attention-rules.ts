import type { WebhookDelivery } from '@app/database';
import { DAY_MS } from '@app/platform';

/**
 * Number of failed attempts after which a webhook (for one delivery) or a notifier (in a row, for any messages) needs
 * attention.
 */
export const FAILED_ATTEMPTS = 3;
/** If an address was refused with this many different card keys and user names, the address seems to guess keys. */
export const GUESSED_NAMES = 10;

/** Number of failed calls after which a function may need attention. */
export const FAILED_CALLS = 3;
const FAILED_SHARE = 0.2;

/** True if so many of a function's recent calls failed that it seems broken for some clients. */
export function isFailingFunction(failed: number, calls: number): boolean {
  return failed >= FAILED_CALLS && failed >= calls * FAILED_SHARE;
}

type Attempt = Pick<WebhookDelivery, 'attempts' | 'lastAt'>;

/** The deliveries that determine whether a webhook needs attention. */
export interface DeliveriesOfWebhook {
  /** The oldest delivery that is being retried. */
  readonly pending: Attempt | null;
  /** The latest delivery that failed for good. */
  readonly failed: Attempt | null;
  /** The latest delivery that was accepted. */
  readonly delivered: Attempt | null;
}

/**
 * Returns the delivery because of which a webhook needs attention. Either it is pending and has failed several times,
 * or it failed for good within the last day and no later delivery was accepted.
 * @param now epoch milliseconds
 */
export function failingDelivery(
  { pending, failed, delivered }: DeliveriesOfWebhook,
  now: number,
): Attempt | undefined {
  if (pending && pending.attempts >= FAILED_ATTEMPTS) return pending;
  if (!failed || (failed.lastAt ?? 0) < now - DAY_MS) return undefined;
  return (delivered?.lastAt ?? 0) > (failed.lastAt ?? 0) ? undefined : failed;
}
