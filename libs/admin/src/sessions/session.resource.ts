import { type HolderKindName, Session } from '@app/database';
import { OneOf, Optional, TextLength, TrueOrFalse } from '@app/platform';
import { ApplicationFilter, applyIdFilter, RecordId, whereEqual } from '../records/filters.js';
import type { Resource } from '../records/resource.js';

export const SESSION_FIELDS = [
  'id',
  'applicationId',
  'holderKind',
  'holderId',
  'deviceId',
  'ip',
  'createdAt',
  'lastSeenAt',
  'endedAt',
  'endReason',
] as const satisfies (keyof Session)[];

export const SESSION_SORTS = ['id', 'lastSeenAt'];

export const HOLDER_KINDS: readonly HolderKindName[] = ['card', 'user'];

export class SessionFilter extends ApplicationFilter {
  /** true: only those that have not ended; false: only those that have. */
  @Optional()
  @TrueOrFalse()
  open?: boolean;

  /** card or user. */
  @Optional()
  @OneOf(HOLDER_KINDS)
  holderKind?: HolderKindName;

  /** Id of the card or user. */
  @Optional()
  @RecordId()
  holderId?: number;

  /** The device is this. */
  @Optional()
  @TextLength(1, 128)
  deviceId?: string;

  /** The login came from this address. */
  @Optional()
  @TextLength(1, 45)
  ip?: string;
}

export const SESSIONS: Resource<Session, SessionFilter> = {
  name: 'sessions',
  singular: 'session',
  entity: Session,
  fields: SESSION_FIELDS,
  nameOf: ({ deviceId }) => deviceId,
  applicationOf: ({ applicationId }) => applicationId,
  applicationProperty: 'applicationId',
  applyFilter: (query, filter) => {
    applyIdFilter(query, filter);
    whereEqual(query, 'holderKind', filter.holderKind);
    whereEqual(query, 'holderId', filter.holderId);
    whereEqual(query, 'deviceId', filter.deviceId);
    whereEqual(query, 'ip', filter.ip);
    if (filter.open !== undefined) query.andWhere(`row.endedAt IS ${filter.open ? '' : 'NOT '}NULL`);
  },
};
