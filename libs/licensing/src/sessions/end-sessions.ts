import { type EntityManager, type FindOptionsWhere, IsNull } from 'typeorm';
import { Session, type SessionEndReason, updateEach, updateRows } from '@app/database';

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

/** Ends those loaded sessions that are still open. Otherwise works like `endSessionsWhere`. */
export async function endSessions(
  manager: EntityManager,
  sessions: readonly Pick<Session, 'id'>[],
  endReason: SessionEndReason,
  now: number,
): Promise<void> {
  if (sessions.length === 0) return;
  const open = { id: sessions.map(({ id }) => id), endedAt: null };
  await updateRows(manager, Session, open, { endedAt: now, endReason });
}

/** Ends those loaded sessions that are still open, each for its own reason. Otherwise works like `endSessionsWhere`. */
export async function endEachSession(
  manager: EntityManager,
  ends: readonly (Pick<Session, 'id' | 'endedAt'> & { endReason: SessionEndReason })[],
): Promise<void> {
  if (ends.length > 0) await updateEach(manager, Session, ends, { endedAt: null });
}
