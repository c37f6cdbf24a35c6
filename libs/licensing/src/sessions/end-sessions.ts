import { type EntityManager, In, IsNull } from 'typeorm';
import { Session, type SessionEndReason } from '@app/database';

/**
 * Ends sessions in the database. They have to be suspended in the session store (`SessionStore.changing`).
 * @param now epoch milliseconds
 */
export async function endSessions(
  manager: EntityManager,
  sessions: readonly Pick<Session, 'id'>[],
  endReason: SessionEndReason,
  now: number,
): Promise<void> {
  if (sessions.length === 0) return;
  const ids = sessions.map(({ id }) => id);
  await manager.update(Session, { id: In(ids), endedAt: IsNull() }, { endedAt: now, endReason });
}
