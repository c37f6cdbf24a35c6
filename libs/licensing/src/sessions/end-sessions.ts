import { type EntityManager, type FindOptionsWhere, In, IsNull } from 'typeorm';
import { Session, type SessionEndReason } from '@app/database';

/**
 * Ends matching open sessions in the database. The caller must invalidate them in the session cache
 * (`SessionCache.invalidating`).
 * @param now epoch milliseconds
 * @returns the number of sessions ended
 */
export async function endSessionsWhere(
  manager: EntityManager,
  where: FindOptionsWhere<Session>,
  endReason: SessionEndReason,
  now: number,
): Promise<number> {
  const open = { ...where, endedAt: IsNull() };
  const { affected } = await manager.update(Session, open, { endedAt: now, endReason });
  return affected ?? 0;
}

/** Like `endSessionsWhere`, for sessions already loaded. */
export async function endSessions(
  manager: EntityManager,
  sessions: readonly Pick<Session, 'id'>[],
  endReason: SessionEndReason,
  now: number,
): Promise<void> {
  if (sessions.length === 0) return;
  await endSessionsWhere(manager, { id: In(sessions.map(({ id }) => id)) }, endReason, now);
}
