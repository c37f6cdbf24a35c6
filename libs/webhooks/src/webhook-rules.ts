import { ValidateBy } from 'class-validator';
import { ALL_TYPES, EVENT_TYPES } from '@app/events';
import { ruleOptions } from '@app/platform';
import { isWebhookSecret } from './webhook-secret.js';

const KNOWN = new Set<unknown>(EVENT_TYPES);

/** A field with different types of events, or only `*` for all. */
export function EventTypeList(): PropertyDecorator {
  return ValidateBy(
    { name: 'eventTypes', validator: { validate: areEventTypes } },
    ruleOptions('event_types', {}),
  );
}

function areEventTypes(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || new Set(value).size !== value.length) return false;
  return value.every((type) => KNOWN.has(type)) || (value.length === 1 && value[0] === ALL_TYPES);
}

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
