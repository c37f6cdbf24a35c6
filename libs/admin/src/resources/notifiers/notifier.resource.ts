import {
  MESSAGE_STATUSES,
  type MessageStatus,
  Notifier,
  NOTIFIER_KINDS,
  type NotifierKind,
  NotifierMessage,
} from '@app/database';
import { OneOf, Optional, TrueOrFalse } from '@app/platform';
import { Beginning, IdFilter, RecordId, whereBegins, whereEqual } from '../../crud/filters.js';
import { BY_ID } from '../../crud/list-plan.js';
import type { Resource } from '../../crud/resource.js';

export const NOTIFIER_FIELDS = [
  'id',
  'name',
  'kind',
  'enabled',
  'types',
  'allApplications',
  'revealCards',
  'recipient',
  'address',
  'language',
  'timeZone',
  'quietFrom',
  'quietTo',
  'mode',
  'digestHour',
  'pausedUntil',
  'lastAt',
  'lastSent',
  'lastAnswer',
  'rowVersion',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Notifier)[];

export const NOTIFIER_SORTS = ['id', 'name', 'createdAt'];

export class NotifierFilter extends IdFilter {
  /** Prefix of the name. */
  @Beginning(100)
  name?: string;

  /** Service of the notifier. */
  @Optional()
  @OneOf(NOTIFIER_KINDS)
  kind?: NotifierKind;

  @Optional()
  @TrueOrFalse()
  enabled?: boolean;
}

export const NOTIFIERS: Resource<Notifier, NotifierFilter> = {
  name: 'notifiers',
  singular: 'notifier',
  entity: Notifier,
  fields: NOTIFIER_FIELDS,
  nameOf: ({ name }) => name,
  uniqueField: 'name',
  applyFilter: (query, filter) => {
    whereBegins(query, 'name', filter.name);
    whereEqual(query, filter, 'kind', 'enabled');
  },
};

export const MESSAGE_FIELDS = [
  'id',
  'notifierId',
  'digestDay',
  'status',
  'summarized',
  'attempts',
  'nextAt',
  'lastAt',
  'lastAnswer',
  'createdAt',
] as const satisfies (keyof NotifierMessage)[];

export const MESSAGE_SORTS = ['id'];

export class MessageFilter extends IdFilter {
  @Optional()
  @RecordId()
  notifierId?: number;

  /** pending, sent or failed. */
  @Optional()
  @OneOf(MESSAGE_STATUSES)
  status?: MessageStatus;
}

export const MESSAGES: Resource<NotifierMessage, MessageFilter> = {
  name: 'notifier-messages',
  singular: 'message',
  entity: NotifierMessage,
  fields: MESSAGE_FIELDS,
  nameOf: ({ id }) => `#${id}`,
  applyFilter: (query, filter) => {
    whereEqual(query, filter, 'notifierId', 'status');
  },
  indices: {
    sorted: { id: [{ index: BY_ID, by: ['id'] }] },
    found: [
      { of: ['id'], index: BY_ID },
      { of: ['notifierId'], index: 'ix_notifier_messages_status' },
    ],
  },
};
