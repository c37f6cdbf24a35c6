import { ValidateBy } from 'class-validator';
import { ruleOptions } from '@app/platform';
import { isWebhookSecret } from './webhook-secret.js';

/** A field with a signing secret of the Standard Webhooks specification. */
export function WebhookSecret(): PropertyDecorator {
  return ValidateBy(
    { name: 'webhookSecret', validator: { validate: isSecret } },
    ruleOptions('webhook_secret', {}),
  );
}

function isSecret(value: unknown): boolean {
  return typeof value === 'string' && isWebhookSecret(value);
}
