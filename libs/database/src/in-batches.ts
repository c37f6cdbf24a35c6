import { setTimeout } from 'node:timers/promises';
import { type DataSource, type EntityTarget, type FindOptionsWhere, In } from 'typeorm';

/** Rows per batch. A batch of sessions takes about ten milliseconds on either engine. */
const ROWS = 200;

/**
 * Runs a large task in batches, until `batch` reports that nothing is left. After each batch it pauses for as long as
 * the batch took, so that requests are served: SQLite's statements block the process.
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
    // Repeats the condition, since a row may have been renewed in the meantime.
    if (ids.length > 0) deleted += (await repository.delete({ ...where, id: In(ids) })).affected ?? 0;
    return ids.length < rows ? 'done' : 'more';
  });
  return deleted;
}
