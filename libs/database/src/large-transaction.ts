import type { DataSource, EntityManager } from 'typeorm';
import { isSqlite } from './engine.js';
import { withCheckpointAside } from './sqlite/checkpoint-aside.js';
import { inTransaction } from './transaction.js';

/** As `inTransaction`, for one that changes many thousands of rows: its commit does not hold up the process for long. */
export async function inLargeTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const run = () => inTransaction(dataSource, work);
  return isSqlite(dataSource) ? withCheckpointAside(dataSource, run) : run();
}
