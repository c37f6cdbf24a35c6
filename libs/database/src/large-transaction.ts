import type { DataSource, EntityManager } from 'typeorm';
import { LARGE_TRANSACTION_WAIT_MS } from './database-wait.js';
import { isSqlite } from './engine.js';
import { withDeferredCheckpoint } from './sqlite/deferred-checkpoint.js';
import { sqliteSemaphore } from './typeorm/isolated-sqlite.js';
import { inTransaction } from './transaction.js';

/**
 * Does the same as `inTransaction`, for a transaction that changes many thousands of rows. On SQLite, the commit
 * blocks the process only briefly with this function, but for a long time with `inTransaction`.
 */
export async function inLargeTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const run = () => inTransaction(dataSource, work);
  if (!isSqlite(dataSource)) return run();
  return withDeferredCheckpoint(dataSource, () =>
    sqliteSemaphore(dataSource).runLong(run, LARGE_TRANSACTION_WAIT_MS),
  );
}
