import { Channel } from '@app/database';
import { Optional, TrueOrFalse } from '@app/platform';
import { ApplicationFilter, Beginning, whereBegins, whereEqual } from '../../crud/filters.js';
import type { Resource } from '../../crud/resource.js';

export const CHANNEL_FIELDS = [
  'id',
  'applicationId',
  'name',
  'kind',
  'enabled',
  'keyHint',
  'maxPerOrder',
  'maxPerDay',
  'addresses',
  'lowStock',
  'refundMode',
  'mailCards',
  'mailText',
  'lastUsedAt',
  'rowVersion',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Channel)[];

export const CHANNEL_SORTS = ['id', 'name', 'lastUsedAt'];

export class ChannelFilter extends ApplicationFilter {
  /** Prefix of the name. */
  @Beginning(100)
  name?: string;

  @Optional()
  @TrueOrFalse()
  enabled?: boolean;
}

export const CHANNELS: Resource<Channel, ChannelFilter> = {
  name: 'channels',
  singular: 'channel',
  entity: Channel,
  fields: CHANNEL_FIELDS,
  nameOf: ({ name }) => name,
  applicationProperty: 'applicationId',
  uniqueField: 'name',
  applyFilter: (query, filter) => {
    whereBegins(query, 'name', filter.name);
    whereEqual(query, filter, 'enabled');
  },
};
