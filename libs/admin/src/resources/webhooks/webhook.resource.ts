import { DELIVERY_STATUSES, type DeliveryStatus, Webhook, WebhookDelivery } from '@app/database';
import { OneOf, Optional, TrueOrFalse } from '@app/platform';
import { Beginning, IdFilter, RecordId, whereBegins, whereEqual } from '../../crud/filters.js';
import { BY_ID } from '../../crud/list-plan.js';
import type { Resource } from '../../crud/resource.js';

export const WEBHOOK_FIELDS = [
  'id',
  'name',
  'url',
  'enabled',
  'disabledReason',
  'types',
  'allApplications',
  'revealCards',
  'previousSecretUntil',
  'pausedUntil',
  'rowVersion',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Webhook)[];

export const WEBHOOK_SORTS = ['id', 'name', 'createdAt'];

export class WebhookFilter extends IdFilter {
  /** Prefix of the name. */
  @Beginning(100)
  name?: string;

  @Optional()
  @TrueOrFalse()
  enabled?: boolean;
}

export const WEBHOOKS: Resource<Webhook, WebhookFilter> = {
  name: 'webhooks',
  singular: 'webhook',
  entity: Webhook,
  fields: WEBHOOK_FIELDS,
  secretUrls: ['url'],
  nameOf: ({ name }) => name,
  uniqueField: 'name',
  applyFilter: (query, filter) => {
    whereBegins(query, 'name', filter.name);
    whereEqual(query, filter, 'enabled');
  },
};

export const DELIVERY_FIELDS = [
  'id',
  'webhookId',
  'status',
  'attempts',
  'nextAt',
  'lastAt',
  'lastStatus',
  'lastFault',
  'lastAnswer',
  'createdAt',
] as const satisfies (keyof WebhookDelivery)[];

export const DELIVERY_SORTS = ['id'];

export class DeliveryFilter extends IdFilter {
  @Optional()
  @RecordId()
  webhookId?: number;

  /** pending, delivered or failed. */
  @Optional()
  @OneOf(DELIVERY_STATUSES)
  status?: DeliveryStatus;
}

export const DELIVERIES: Resource<WebhookDelivery, DeliveryFilter> = {
  name: 'webhook-deliveries',
  singular: 'delivery',
  entity: WebhookDelivery,
  fields: DELIVERY_FIELDS,
  nameOf: ({ id }) => `#${id}`,
  applyFilter: (query, filter) => {
    whereEqual(query, filter, 'webhookId', 'status');
  },
  indices: {
    sorted: { id: [{ index: BY_ID, by: ['id'] }] },
    found: [
      { of: ['id'], index: BY_ID },
      { of: ['webhookId'], index: 'ix_webhook_deliveries_status' },
    ],
  },
};
