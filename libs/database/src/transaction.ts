import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { isSqlite } from './engine.js';
import { rowWaitMs } from './database-wait.js';
import { isDeadlock, isRowLocked } from './database-errors.js';
import { asTransactionOf } from './typeorm/isolated-sqlite.js';

const DEADLOCK_ATTEMPTS = 5;
const DEADLOCK_PAUSE_MS = 20;
const LOCK_PAUSE_MS = 200;

/**
 * Runs `work` in one transaction. On MySQL rows are read as last committed (`withTimeouts`), so lock the rows that a
 * decision depends on with `rowLock`. A transaction that InnoDB chose as a deadlock victim, or that met a row locked
 * under `rowLockNowait`, is retried, so `work` must have no effects outside the database.
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
 * Returns find options that lock the rows found until the transaction ends. On SQLite the transaction itself is the
 * lock.
 */
export function rowLock(manager: EntityManager): { lock?: { mode: 'pessimistic_write' } } {
  return isSqlite(manager.dataSource) ? {} : { lock: { mode: 'pessimistic_write' } };
}

/**
 * Like `rowLock`, but without waiting in the database: the transaction ends, and `inTransaction` retries it for as long
 * as it would have waited. For rows that very many callers may wait for, so that they do not occupy all connections
 * meanwhile.
 */
export function rowLockNowait(manager: EntityManager): {
  lock?: { mode: 'pessimistic_write'; onLocked: 'nowait' };
} {
  const { lock } = rowLock(manager);
  return lock ? { lock: { ...lock, onLocked: 'nowait' } } : {};
}

/**
 * Waits until no other transaction that called this is open: for decisions that need mutual exclusion although no row
 * exists to lock yet, such as whether a name is free.
 */
export async function serializeTransactions(manager: EntityManager): Promise<void> {
  // These rows always exist and stand for the whole database. On SQLite the transaction itself is the lock.
  if (!isSqlite(manager.dataSource)) await manager.query('SELECT id FROM migrations FOR UPDATE');
}
