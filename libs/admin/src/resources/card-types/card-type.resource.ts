import { CardType } from '@app/database';
import { ApplicationFilter, Beginning, whereBegins } from '../../crud/filters.js';
import type { Resource } from '../../crud/resource.js';

export const CARD_TYPE_FIELDS = [
  'id',
  'applicationId',
  'name',
  'durationUnit',
  'durationAmount',
  'maxSessions',
  'maxDevices',
  'unbindLimit',
  'uses',
  'usesPeriod',
  'features',
  'offlineHours',
  'unbindPolicy',
  'unbindHours',
  'keyMask',
  'priceNote',
  'rowVersion',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof CardType)[];

export const CARD_TYPE_SORTS = ['id', 'name', 'createdAt'];

export class CardTypeFilter extends ApplicationFilter {
  /** Prefix of the name. */
  @Beginning(100)
  name?: string;
}

export const CARD_TYPES: Resource<CardType, CardTypeFilter> = {
  name: 'card-types',
  singular: 'card type',
  entity: CardType,
  fields: CARD_TYPE_FIELDS,
  nameOf: ({ name }) => name,
  isOfCards: true,
  applicationProperty: 'applicationId',
  uniqueField: 'name',
  applyFilter: (query, filter) => {
    whereBegins(query, 'name', filter.name);
  },
};
