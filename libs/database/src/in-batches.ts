import { setTimeout } from 'node:timers/promises';
import { type DataSource, type EntityManager, type EntityTarget, type FindOptionsWhere, In } from 'typeorm';
import { isSqlite } from './engine.js';
import { inTransaction } from './transaction.js';

/** Rows per batch. A batch of sessions takes about ten milliseconds on either engine. */
const ROWS = 200;

/**
 * Runs a large task in batches, until `batch` reports that nothing is left. SQLite's statements block the process, so
 * each batch is followed by an equally long pause, in which requests are served.
 */
export async function inBatches(batch: () => Promise<'more' | 'done'>): Promise<void> {
  for (;;) {
    const started = performance.now();
    if ((await batch()) === 'done') return;
    await setTimeout(performance.now() - started);
  }
}

/**
 * Deletes rows in batches.
 * @param rows batch size; smaller for large rows
 * @returns the number of rows deleted
 */
export async function deleteInBatches<T extends { id: number }>(
  dataSource: DataSource,
  entity: EntityTarget<T>,
  where: FindOptionsWhere<T>,
  rows = ROWS,
): Promise<number> {
  const repository = dataSource.getRepository(entity);
  let deleted = 0;
  await inBatches(async () => {
    const query = repository.createQueryBuilder('row').select('row.id').where(where).limit(rows);
    const ids = (await query.getMany()).map(({ id }) => id);
    // The condition is repeated, since a row may have changed in the meantime and no longer match it.
    if (ids.length > 0) deleted += (await repository.delete({ ...where, id: In(ids) })).affected ?? 0;
    return ids.length < rows ? 'done' : 'more';
  });
  return deleted;
}

/**
 * Deletes all rows of an application from a table in batches. Does not need a column `id`, unlike `deleteInBatches`.
 * @param check called at the start of each batch's transaction; it throws to end the deletion
 */
export async function deleteOfApplication(
  dataSource: DataSource,
  entity: EntityTarget<{ applicationId: number }>,
  applicationId: number,
  check: (manager: EntityManager) => Promise<void>,
): Promise<void> {
  const repository = dataSource.getRepository(entity);
  const { tableName } = repository.metadata;
  const some = `FROM ${tableName} WHERE application_id = ? LIMIT ${ROWS}`;
  // SQLite's DELETE has no LIMIT.
  const sql = isSqlite(dataSource)
    ? `DELETE FROM ${tableName} WHERE rowid IN (SELECT rowid ${some})`
    : `DELETE ${some}`;
  await inBatches(async () => {
    await inTransaction(dataSource, async (manager) => {
      await check(manager);
      await manager.query(sql, [applicationId]);
    });
    return (await repository.existsBy({ applicationId })) ? 'more' : 'done';
  });
}
