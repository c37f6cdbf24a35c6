import type { Webhook, WebhookDelivery } from '@app/database';
import { pausedUntil } from '@app/events';
import type { OutgoingAnswer, OutgoingFault } from '@app/platform';
import { nextAttemptAt } from './retry-schedule.js';

const GONE = 410;

/** Outcome of an attempt: an answer with any status, or no answer. */
export type Attempt = OutgoingAnswer | { readonly fault: OutgoingFault };

/** Columns that an attempt changes. */
export interface DeliveryDecision {
  readonly delivery: Pick<
    WebhookDelivery,
    'status' | 'attempts' | 'nextAt' | 'lastAt' | 'lastStatus' | 'lastFault' | 'lastAnswer'
  >;
  /** Changes of the webhook; empty if there are none. */
  readonly webhook: Partial<Pick<Webhook, 'enabled' | 'disabledReason' | 'pausedUntil'>>;
}

/**
 * Decides the consequences of an attempt. A 2xx status is a success. Status 410 disables the webhook, and the delivery
 * is not retried. Everything else, including a redirect, is a failure and is retried according to the schedule; a
 * `Retry-After` header in such an answer pauses all deliveries of the webhook.
 * @param attempts number of earlier attempts
 * @param now epoch milliseconds at the end of the attempt
 */
export function decideDelivery(attempts: number, attempt: Attempt, now: number): DeliveryDecision {
  const made = { attempts: attempts + 1, lastAt: now };
  if ('fault' in attempt) {
    const last = { lastStatus: null, lastFault: attempt.fault, lastAnswer: null };
    return { delivery: { ...made, ...last, ...retryAt(made.attempts, now) }, webhook: {} };
  }
  const { status, body, retryAfter } = attempt;
  const last = { lastStatus: status, lastFault: null, lastAnswer: body.replaceAll('\0', '') };
  if (status >= 200 && status < 300)
    return { delivery: { ...made, ...last, status: 'delivered', nextAt: null }, webhook: {} };
  if (status === GONE)
    return {
      delivery: { ...made, ...last, status: 'failed', nextAt: null },
      webhook: { enabled: false, disabledReason: 'gone' },
    };
  const until = pausedUntil(retryAfter, now);
  return {
    delivery: { ...made, ...last, ...retryAt(made.attempts, now, until) },
    webhook: until === undefined ? {} : { pausedUntil: until },
  };
}

/**
 * Returns the decision about an attempt during which the webhook's address was edited. The answer of the old address does
 * not change the webhook, and a delivery that the old address has refused is made to the new one at once.
 * @param now epoch milliseconds
 */
export function afterMove({ delivery }: DeliveryDecision, now: number): DeliveryDecision {
  return {
    delivery: delivery.status === 'delivered' ? delivery : { ...delivery, status: 'pending', nextAt: now },
    webhook: {},
  };
}

function retryAt(attempts: number, now: number, notBefore = 0): Pick<WebhookDelivery, 'status' | 'nextAt'> {
  const at = nextAttemptAt(attempts, now);
  return at === null
    ? { status: 'failed', nextAt: null }
    : { status: 'pending', nextAt: Math.max(at, notBefore) };
}
