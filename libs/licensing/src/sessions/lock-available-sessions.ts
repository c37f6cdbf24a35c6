import type { EntityManager } from 'typeorm';
import { byId, isSqlite, placeholders } from '@app/database';

/**
 * Locks sessions until the transaction ends, without waiting for locked ones. Sessions that another transaction has
 * locked are skipped, since a card job may lock thousands of sessions for seconds. SQLite needs no row locks.
 * @returns ids of the sessions now locked
 */
export async function lockAvailableSessions(
  manager: EntityManager,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0 || isSqlite(manager.dataSource)) return [...ids];
  const rows: { id: unknown }[] = await manager.query(
    `SELECT id FROM sessions${byId(manager)} WHERE id IN (${placeholders(ids)}) FOR UPDATE SKIP LOCKED`,
    [...ids],
  );
  return rows.map(({ id }) => Number(id));
}
