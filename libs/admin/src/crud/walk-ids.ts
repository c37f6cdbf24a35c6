import { setImmediate } from 'node:timers/promises';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { isSqlite } from '@app/database';

/** Maximum number of ids in a batch. */
const AT_A_TIME = 500;
/** Up to this many matches are found in one query, with an index of the filter. */
const FEW = 2000;
/** `useIndex` only affects MySQL; see `withoutIndex` for SQLite. */
const MYSQL_PRIMARY = 'PRIMARY';

type Query = SelectQueryBuilder<{ id: number }>;

/** Runs a read when its turn comes. */
type InTurn = <R>(read: () => Promise<R>) => Promise<R>;

/**
 * Yields the ids of all rows that match a query over `row`, in ascending order and in batches. Other work runs between
 * two batches. If there are many matches, the application's rows are scanned by id: with an index of the filter, each
 * batch would sort all matches again.
 * @param applicationId set if the query covers one application
 * @param inTurn runs each read when its turn comes
 */
export async function* walkIds<T extends { id: number }>(
  query: SelectQueryBuilder<T>,
  applicationId: number | undefined,
  inTurn: InTurn,
): AsyncGenerator<number[]> {
  const rows = query as unknown as Query;
  const { manager } = query.dataSource;
  const few = await inTurn(() =>
    rows
      .clone()
      .select('row.id', 'id')
      .limit(FEW + 1)
      .getRawMany<{ id: number }>(),
  );
  if (few.length <= FEW) {
    const ids = few.map(({ id }) => id).toSorted((a, b) => a - b);
    for (let start = 0; start < ids.length; start += AT_A_TIME) {
      yield ids.slice(start, start + AT_A_TIME);
      await setImmediate();
    }
    return;
  }
  for (let last = 0; ;) {
    const candidates = await inTurn(() => nextIds(rows, last, applicationId));
    if (candidates.length === 0) return;
    const matching = await inTurn(() => matchingIds(manager, query, candidates));
    if (matching.length > 0) yield matching;
    last = candidates.at(-1)!;
    await setImmediate();
  }
}

async function nextIds(query: Query, last: number, applicationId: number | undefined): Promise<number[]> {
  const { metadata } = query.expressionMap.mainAlias!;
  const next = query.dataSource.manager.createQueryBuilder(metadata.target, 'row').select('row.id', 'id');
  next.where('row.id > :last', { last }).useIndex(MYSQL_PRIMARY);
  if (applicationId !== undefined) next.andWhere('row.applicationId = :applicationId', { applicationId });
  const rows = await next.orderBy('row.id').limit(AT_A_TIME).getRawMany<{ id: number }>();
  return rows.map(({ id }) => id);
}

/**
 * Returns the candidates that match a query over `row`, in ascending order.
 * @param manager runs the query; the manager of a transaction also sees the changes of this transaction
 */
export async function matchingIds<T extends { id: number }>(
  manager: EntityManager,
  query: SelectQueryBuilder<T>,
  candidates: readonly number[],
): Promise<number[]> {
  const rows = query as unknown as Query;
  const narrowed = rows.clone().select('row.id', 'id').useIndex(MYSQL_PRIMARY);
  const [sql, parameters] = narrowed
    .andWhere('row.id IN (:...candidates)', { candidates })
    .getQueryAndParameters();
  const found: { id: number }[] = await manager.query(withoutIndex(rows, sql), parameters);
  return found.map(({ id }) => id).toSorted((a, b) => a - b);
}

/**
 * Makes SQLite use only the primary key. Otherwise SQLite would scan all rows of the application for every batch, since
 * it assumes that any index finds only ten rows. For MariaDB, whose estimates can be just as wrong, `useIndex` is
 * enough.
 */
function withoutIndex({ dataSource, expressionMap }: Query, sql: string): string {
  if (!isSqlite(dataSource)) return sql;
  const rows = `"${expressionMap.mainAlias!.metadata.tableName}" "row"`;
  return sql.replace(`FROM ${rows}`, `FROM ${rows} NOT INDEXED`);
}
