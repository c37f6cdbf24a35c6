import type { EntityManager } from 'typeorm';
import { isSqlite } from '@app/database';

/**
 * Locks sessions until the transaction ends and waits for none: those that somebody else has locked are passed by, since
 * a card job has thousands of them for seconds. On SQLite the transaction itself is the lock.
 * @returns ids of those that are locked now
 */
export async function lockFreeSessions(manager: EntityManager, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0 || isSqlite(manager.dataSource)) return [...ids];
  const places = ids.map(() => '?').join(', ');
  const rows: { id: unknown }[] = await manager.query(
    `SELECT id FROM sessions WHERE id IN (${places}) FOR UPDATE SKIP LOCKED`,
    [...ids],
  );
  return rows.map(({ id }) => Number(id));
}
