import type { Session } from '@app/database';
import type { SessionCache } from '@app/licensing';
import { toDto } from '../../crud/resource.js';
import { HOLDER_SESSION_FIELDS, type HolderSessionDto } from './holder-support.dto.js';

/**
 * Returns sessions with their latest heartbeats.
 * @param aliveSince epoch milliseconds; sessions last seen earlier have expired
 */
export async function showSessions(
  sessions: readonly Session[],
  store: SessionCache,
  aliveSince: number,
): Promise<HolderSessionDto[]> {
  // The heartbeats in the database are about a second behind.
  const recent = await store.recentHeartbeats(sessions);
  return sessions.map((session) => {
    const lastSeenAt = Math.max(session.lastSeenAt, recent.get(session.id) ?? 0);
    const alive = session.endedAt === null && lastSeenAt >= aliveSince;
    return { ...toDto(session, HOLDER_SESSION_FIELDS), lastSeenAt, alive };
  });
}
