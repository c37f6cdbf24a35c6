import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { DataSource, EntityManager, EntityTarget } from 'typeorm';
import { isSqlite } from './engine.js';
import { rowWaitMs } from './database-wait.js';
import { isDeadlock, isRowLocked } from './database-errors.js';
import { asTransactionOf } from './typeorm/isolated-sqlite.js';

const DEADLOCK_ATTEMPTS = 5;
const DEADLOCK_PAUSE_MS = 20;
const LOCK_PAUSE_MS = 200;

/**
 * Runs `work` in one transaction. On MySQL the isolation level is READ COMMITTED, so use `rowLock` to lock the rows
 * that a decision depends on. A transaction is retried after a deadlock, or if `rowLockNowait` meets a row that another
 * transaction has locked. `work` must therefore have no effects outside the database.
 */
export async function inTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const body = (manager: EntityManager) => asTransactionOf(manager.queryRunner!, () => work(manager));
  if (isSqlite(dataSource)) return dataSource.transaction(body);
  const started = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await dataSource.transaction(body);
    } catch (error) {
      const again = isRowLocked(error)
        ? performance.now() - started < rowWaitMs()
        : isDeadlock(error) && attempt < DEADLOCK_ATTEMPTS;
      if (!again) throw error;
      await setTimeout(randomInt(Math.min(attempt * DEADLOCK_PAUSE_MS, LOCK_PAUSE_MS)));
    }
  }
}

/**
 * Returns find options with which the found rows stay locked until the transaction ends. On SQLite the transaction
 * itself locks the whole database.
 */
export function rowLock(manager: EntityManager): { lock?: { mode: 'pessimistic_write' } } {
  return isSqlite(manager.dataSource) ? {} : { lock: { mode: 'pessimistic_write' } };
}

/**
 * Locks a row in shared mode until the transaction ends. Nobody can then change the row, but other transactions can
 * lock it in shared mode too. Use this function for a row to which other rows refer. Each insert of a referring row
 * holds a shared lock on this row. With `rowLock`, the caller would therefore wait for all these inserts, and new
 * inserts would wait for the caller.
 */
export async function shareRow<T extends { id: number }>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  id: number,
): Promise<void> {
  const { tableName } = manager.dataSource.getMetadata(entity);
  // TypeORM would write FOR SHARE, which MariaDB does not know.
  if (!isSqlite(manager.dataSource))
    await manager.query(`SELECT id FROM ${tableName} WHERE id = ? LOCK IN SHARE MODE`, [id]);
}

/**
 * Returns find options that lock rows without waiting in the database. If a row is locked, the transaction is rolled
 * back, and `inTransaction` retries it for as long as `rowLock` would wait. Use this function for rows that many
 * callers may wait for: with `rowLock`, the waiting callers would occupy all database connections.
 */
export function rowLockNowait(manager: EntityManager): {
  lock?: { mode: 'pessimistic_write'; onLocked: 'nowait' };
} {
  const { lock } = rowLock(manager);
  return lock ? { lock: { ...lock, onLocked: 'nowait' } } : {};
}

/** Returns find options that lock the found rows, and omit rows that another transaction has locked. */
export function rowLockSkip(manager: EntityManager): {
  lock?: { mode: 'pessimistic_write'; onLocked: 'skip_locked' };
} {
  const { lock } = rowLock(manager);
  return lock ? { lock: { ...lock, onLocked: 'skip_locked' } } : {};
}

/**
 * Waits until all other transactions that have called this function have ended. Use it for a decision that requires
 * mutual exclusion but has no row to lock yet, for example whether a name is available.
 */
export async function serializeTransactions(manager: EntityManager): Promise<void> {
  // These rows always exist, so a lock on them can stand for the whole database. SQLite needs no row lock.
  if (!isSqlite(manager.dataSource)) await manager.query('SELECT id FROM migrations FOR UPDATE');
}
