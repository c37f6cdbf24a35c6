import type { Session } from '@app/database';
import type { SessionCache } from '@app/licensing';
import { toDto } from '../../crud/resource.js';
import { HOLDER_SESSION_FIELDS, type HolderSessionDto } from './holder-support.dto.js';

/**
 * Sessions as people see them, with their very last heartbeats.
 * @param aliveSince epoch milliseconds; those last seen before it are dead
 */
export async function showSessions(
  sessions: readonly Session[],
  store: SessionCache,
  aliveSince: number,
): Promise<HolderSessionDto[]> {
  // The database is a second or so behind.
  const recent = await store.recentHeartbeats(sessions);
  return sessions.map((session) => {
    const lastSeenAt = Math.max(session.lastSeenAt, recent.get(session.id) ?? 0);
    const alive = session.endedAt === null && lastSeenAt >= aliveSince;
    return { ...toDto(session, HOLDER_SESSION_FIELDS), lastSeenAt, alive };
  });
}
