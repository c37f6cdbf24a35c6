import { Session, SESSION_KINDS, type SessionKindName } from '@app/database';
import { OneOf, Optional, TextLength, TrueOrFalse } from '@app/platform';
import { whereHolder } from '../holders/where-holder.js';
import { ApplicationFilter, RecordId, whereAddress, whereEqual } from '../../crud/filters.js';
import { BY_ID } from '../../crud/list-plan.js';
import type { Resource } from '../../crud/resource.js';

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

export class SessionFilter extends ApplicationFilter {
  /** If true, only open sessions. If false, only ended sessions. */
  @Optional()
  @TrueOrFalse()
  open?: boolean;

  /** card, user or trial. */
  @Optional()
  @OneOf(SESSION_KINDS)
  holderKind?: SessionKindName;

  /** Id of the card, user or trial. */
  @Optional()
  @RecordId()
  holderId?: number;

  /** Exact device id. */
  @Optional()
  @TextLength(1, 128)
  deviceId?: string;

  /** Address of the login, in any notation. */
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
  applicationProperty: 'applicationId',
  applyFilter: (query, filter) => {
    whereHolder(query, filter);
    whereEqual(query, filter, 'deviceId');
    whereAddress(query, filter.ip);
    if (filter.open !== undefined) query.andWhere(`row.endedAt IS ${filter.open ? '' : 'NOT '}NULL`);
  },
  indices: {
    sorted: {
      id: [{ index: BY_ID, by: ['id'] }],
      lastSeenAt: [
        {
          index: 'ix_sessions_last_seen',
          by: ['lastSeenAt', 'id'],
          holds: ['applicationId', 'open', 'holderKind'],
        },
      ],
    },
    found: [
      { of: ['id'], index: BY_ID },
      { of: ['holderId'], index: 'ix_sessions_holder' },
      { of: ['deviceId'], index: 'ix_sessions_device' },
      { of: ['ip'], index: 'ix_sessions_ip' },
      { of: ['open', 'applicationId', 'holderKind'], index: 'ix_sessions_last_seen' },
    ],
  },
};
