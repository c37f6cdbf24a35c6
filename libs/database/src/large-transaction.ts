import type { DataSource, EntityManager } from 'typeorm';
import { isSqlite } from './engine.js';
import { withDeferredCheckpoint } from './sqlite/deferred-checkpoint.js';
import { sqliteSemaphore } from './typeorm/isolated-sqlite.js';
import { inTransaction } from './transaction.js';

/** Maximum time that other changes wait for a large transaction on SQLite. It replaces the usual maximum wait. */
const OTHERS_WAIT_MS = 30_000;

/**
 * Like `inTransaction`, for a transaction that changes many thousands of rows. Its commit blocks the process only
 * briefly.
 */
export async function inLargeTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const run = () => inTransaction(dataSource, work);
  if (!isSqlite(dataSource)) return run();
  return withDeferredCheckpoint(dataSource, () => sqliteSemaphore(dataSource).runLong(run, OTHERS_WAIT_MS));
}
