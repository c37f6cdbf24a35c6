import { setTimeout } from 'node:timers/promises';
import { type DataSource, type EntityTarget, type FindOptionsWhere, In } from 'typeorm';

/** Takes some ten milliseconds on either engine, with the indices of sessions. */
const ROWS = 200;

/**
 * Does a large work bit by bit, until `portion` says that nothing is left. In between others have as much time as the
 * portion took: SQLite's statements hold up the process, and one after another would leave no gap for a request.
 */
export async function inBatches(portion: () => Promise<'more' | 'done'>): Promise<void> {
  for (;;) {
    const started = performance.now();
    if ((await portion()) === 'done') return;
    await setTimeout(performance.now() - started);
  }
}

/**
 * Deletes rows that nobody needs any more, and gives their number.
 * @param rows how many at a time; fewer where they are large
 */
export async function deleteInPortions<T extends { id: number }>(
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
    if (ids.length > 0) await repository.delete({ id: In(ids) } as FindOptionsWhere<T>);
    deleted += ids.length;
    return ids.length < rows ? 'done' : 'more';
  });
  return deleted;
}
