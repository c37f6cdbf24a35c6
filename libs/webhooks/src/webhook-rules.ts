import type { Webhook } from '@app/database';
import { changesOf, ruleOptions, TextRule } from '@app/platform';
import { isWebhookSecret } from './webhook-secret.js';

/** Requires that a field contains a signing secret as the Standard Webhooks specification defines it. */
export function WebhookSecret(): PropertyDecorator {
  return TextRule('webhookSecret', ruleOptions('webhook_secret', {}), isWebhookSecret);
}

/**
 * Returns the changed columns of an edited webhook. A new address ends a pause, since the receiver at the old address
 * requested the pause (`Retry-After`). Enabling the webhook again also ends a pause.
 */
export function webhookChanges(before: Webhook, wanted: Partial<Webhook>): Partial<Webhook> {
  const changes = changesOf(before, wanted);
  if (changes.url !== undefined || changes.enabled === true)
    Object.assign(changes, changesOf(before, { pausedUntil: 0, disabledReason: null }));
  return changes;
}
