import { Card, DATA_SCOPES, type DataScope, RemoteData } from '@app/database';
import { OneOf, Optional, TextLength } from '@app/platform';
import { ApplicationFilter, Beginning, whereBegins, whereEqual } from '../../crud/filters.js';
import type { Resource } from '../../crud/resource.js';

export const DATA_FIELDS = [
  'id',
  'applicationId',
  'scope',
  'ownerId',
  'key',
  'value',
  'rowVersion',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof RemoteData)[];

export const DATA_SORTS = ['id', 'key', 'createdAt', 'updatedAt'];

export class DataFilter extends ApplicationFilter {
  /** app or card. */
  @Optional()
  @OneOf(DATA_SCOPES)
  scope?: DataScope;

  /** Prefix of the key. */
  @Beginning(64)
  key?: string;

  /** Only values of the card with this name. */
  @Optional()
  @TextLength(1, 64)
  card?: string;
}

export const DATA: Resource<RemoteData, DataFilter> = {
  name: 'data',
  singular: 'value',
  entity: RemoteData,
  fields: DATA_FIELDS,
  nameOf: ({ key }) => key,
  applicationProperty: 'applicationId',
  uniqueField: 'key',
  applyFilter: (query, filter) => {
    whereEqual(query, filter, 'scope');
    whereBegins(query, 'key', filter.key);
    if (filter.card === undefined) return;
    // The conditions on the application and the scope are redundant. They let the database use the indexes, which start
    // with the application (cards) or with the application and the scope (remote data).
    const ofCard = 'card.id = row.ownerId AND card.applicationId = row.applicationId AND card.card = :card';
    query.innerJoin(Card, 'card', `row.scope = 'card' AND ${ofCard}`, { card: filter.card });
  },
};
