import { User } from '@app/database';
import type { HolderResource } from '../holders/holder-actions.js';
import { applyHolderFilter, HolderFilter } from '../holders/holder-filter.js';
import { Beginning, whereBegins } from '../records/filters.js';

export const USER_FIELDS = [
  'id',
  'applicationId',
  'cardTypeId',
  'username',
  'status',
  'frozen',
  'durationUnit',
  'durationAmount',
  'maxSessions',
  'maxDevices',
  'unbindLimit',
  'unbindsUsed',
  'activatedAt',
  'expiresAt',
  'config',
  'note',
  'rowVersion',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof User)[];

export const USER_SORTS = ['id', 'username', 'expiresAt'];

export class UserFilter extends HolderFilter {
  /** The user name begins with this. */
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
  applicationOf: ({ applicationId }) => applicationId,
  applicationProperty: 'applicationId',
  uniqueField: 'username',
  applyFilter: (query, filter, now) => {
    applyHolderFilter(query, 'user', filter, now);
    whereBegins(query, 'username', filter.username);
  },
};
