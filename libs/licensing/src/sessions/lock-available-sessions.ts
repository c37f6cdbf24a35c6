import type { EntityManager } from 'typeorm';
import { isSqlite } from '@app/database';

/**
 * Locks sessions until the transaction ends, without waiting: those locked by others are skipped, since a card job may
 * hold thousands of them for seconds. On SQLite the transaction itself is the lock.
 * @returns ids of the sessions now locked
 */
export async function lockAvailableSessions(
  manager: EntityManager,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0 || isSqlite(manager.dataSource)) return [...ids];
  const placeholders = ids.map(() => '?').join(', ');
  const rows: { id: unknown }[] = await manager.query(
    `SELECT id FROM sessions WHERE id IN (${placeholders}) FOR UPDATE SKIP LOCKED`,
    [...ids],
  );
  return rows.map(({ id }) => Number(id));
}
