import { User } from '@app/database';
import { HOLDER_FIELDS } from '../holders/holder-fields.js';
import type { HolderResource } from '../holders/holder-actions.js';
import { applyHolderFilter, INDEXED_FIELDS, HolderFilter } from '../holders/holder-filter.js';
import { Beginning, whereBegins } from '../../crud/filters.js';
import { BY_ID } from '../../crud/list-plan.js';

export const USER_FIELDS = [
  'id',
  'applicationId',
  'cardTypeId',
  'username',
  ...HOLDER_FIELDS,
  'rowVersion',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof User)[];

export const USER_SORTS = ['id', 'username', 'expiresAt'];

export class UserFilter extends HolderFilter {
  /** Prefix of the user name. */
  @Beginning(20)
  username?: string;
}

export const USERS: HolderResource<User, UserFilter> = {
  kind: 'user',
  name: 'users',
  singular: 'user',
  entity: User,
  fields: USER_FIELDS,
  nameOf: ({ username }) => username,
  applicationProperty: 'applicationId',
  uniqueField: 'username',
  applyFilter: (query, filter, now) => {
    applyHolderFilter(query, 'user', filter, now);
    whereBegins(query, 'username', filter.username);
  },
  indices: {
    sorted: {
      id: [{ index: BY_ID, by: ['id'] }],
      // The rows are sorted by application first, in the order of the unique index.
      username: [
        {
          index: 'ux_users_username',
          by: ['applicationId', 'username'],
          holds: ['applicationId', 'username'],
        },
      ],
      expiresAt: [{ index: 'ix_users_expires', by: ['expiresAt', 'id'], holds: INDEXED_FIELDS }],
    },
    found: [
      { of: ['id', 'deviceId'], index: BY_ID },
      { of: ['username'], index: 'ux_users_username' },
      { of: ['state', 'status', 'frozen'], index: 'ix_users_status' },
      { of: ['cardTypeId'], index: 'ix_users_card_type' },
      { of: ['expiresFrom', 'expiresBefore'], index: 'ix_users_expires' },
      { of: ['applicationId'], index: 'ix_users_application' },
    ],
  },
};
