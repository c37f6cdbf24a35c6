import type { DataSource, EntityManager } from 'typeorm';
import { isSqlite } from './engine.js';
import { withCheckpointAside } from './sqlite/checkpoint-aside.js';
import { sqliteLine } from './sqlite/isolated-sqlite.js';
import { inTransaction } from './transaction.js';

/** On SQLite all other changes wait for a large transaction: so long, rather than to be refused after 5 seconds. */
const OTHERS_WAIT_MS = 30_000;

/** As `inTransaction`, for one that changes many thousands of rows: its commit does not hold up the process for long. */
export async function inLargeTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const run = () => inTransaction(dataSource, work);
  if (!isSqlite(dataSource)) return run();
  return withCheckpointAside(dataSource, () => sqliteLine(dataSource).runLong(run, OTHERS_WAIT_MS));
}
