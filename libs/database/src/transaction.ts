import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { isSqlite } from './engine.js';
import { rowWaitMs } from './database-wait.js';
import { isDeadlock, isRowLocked } from './database-errors.js';
import { asTransactionOf } from './sqlite/isolated-sqlite.js';

const DEADLOCK_ATTEMPTS = 5;
const DEADLOCK_PAUSE_MS = 20;
const LOCK_PAUSE_MS = 200;

/**
 * Runs `work` in one transaction. On MySQL rows are read as they were last committed (`withTimeouts`), so lock the
 * rows a decision rests on with `rowLock`; a transaction that InnoDB chose as a deadlock's victim, or that
 * met a row which it would not wait for (`rowLockAtOnce`), is run again, so `work` must have no effects outside the database.
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

/** Find options that lock the rows found until the transaction ends. On SQLite the transaction itself is the lock. */
export function rowLock(manager: EntityManager): { lock?: { mode: 'pessimistic_write' } } {
  return isSqlite(manager.dataSource) ? {} : { lock: { mode: 'pessimistic_write' } };
}

/**
 * As `rowLock`, but the transaction does not wait: it ends and `inTransaction` runs it again for as long as it would wait. Of what
 * very many may wait for, so that they do not keep all connections meanwhile.
 */
export function rowLockAtOnce(manager: EntityManager): {
  lock?: { mode: 'pessimistic_write'; onLocked: 'nowait' };
} {
  const { lock } = rowLock(manager);
  return lock ? { lock: { ...lock, onLocked: 'nowait' } } : {};
}

/**
 * Waits until no other transaction that called this is open: for what only one at a time may decide although there
 * is no row yet to lock, such as whether a name is free.
 */
export async function waitForTurn(manager: EntityManager): Promise<void> {
  // These rows are always there and stand for the whole database. On SQLite the transaction itself is the lock.
  if (!isSqlite(manager.dataSource)) await manager.query('SELECT id FROM migrations FOR UPDATE');
}
