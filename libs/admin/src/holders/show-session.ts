import type { Application, Session } from '@app/database';
import { aliveSince, type SessionStore } from '@app/licensing';
import { present } from '../records/resource.js';
import { HOLDER_SESSION_FIELDS, type HolderSessionDto } from './holder-support.dto.js';

/**
 * A session as people see it, with its very last heartbeat.
 * @param now epoch milliseconds
 */
export function showSession(
  session: Session,
  application: Pick<Application, 'heartbeatTimeoutSec'>,
  store: SessionStore,
  now: number,
): HolderSessionDto {
  // The database is a second or so behind.
  const lastSeenAt = Math.max(session.lastSeenAt, store.recentHeartbeat(session.id) ?? 0);
  const alive = session.endedAt === null && lastSeenAt >= aliveSince(now, application);
  return { ...present(session, HOLDER_SESSION_FIELDS), lastSeenAt, alive };
}
