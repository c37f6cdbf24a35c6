import type { DataSource, EntityManager } from 'typeorm';
import { isSqlite } from './engine.js';
import { withDeferredCheckpoint } from './sqlite/deferred-checkpoint.js';
import { sqliteSemaphore } from './typeorm/isolated-sqlite.js';
import { inTransaction } from './transaction.js';

/**
 * On SQLite all other changes wait for a large transaction: up to this long, instead of being refused after the usual
 * wait.
 */
const OTHERS_WAIT_MS = 30_000;

/**
 * Like `inTransaction`, for one that changes many thousands of rows: its commit does not block the process for long.
 */
export async function inLargeTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const run = () => inTransaction(dataSource, work);
  if (!isSqlite(dataSource)) return run();
  return withDeferredCheckpoint(dataSource, () => sqliteSemaphore(dataSource).runLong(run, OTHERS_WAIT_MS));
}
