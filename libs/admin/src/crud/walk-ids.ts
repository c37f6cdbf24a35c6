import { setImmediate } from 'node:timers/promises';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { isSqlite } from '@app/database';

/** Maximum number of ids in a batch. */
const AT_A_TIME = 500;
/** Up to this many are found at once by the filter's own index. */
const FEW = 2000;
/** Only MySQL takes the index of `useIndex`; see `withoutIndex` for SQLite. */
const MYSQL_PRIMARY = 'PRIMARY';

type Query = SelectQueryBuilder<ObjectLiteral & { id: number }>;

/** Runs a read when it is its turn. */
type InTurn = <R>(read: () => Promise<R>) => Promise<R>;

/**
 * Yields the ids of all rows that match a query over `row`, ascending, in batches between which other work in the
 * process has its turn. Many matches are found by scanning the application's rows by id: sorting the matches of a
 * filter's index would take as long for each batch as for all of them.
 * @param applicationId set when the query covers one application
 * @param inTurn reads a batch
 */
export async function* walkIds<T extends ObjectLiteral & { id: number }>(
  query: SelectQueryBuilder<T>,
  applicationId: number | undefined,
  inTurn: InTurn,
): AsyncGenerator<number[]> {
  const rows = query as unknown as Query;
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
    const matching = await inTurn(() => matchingIds(rows, candidates));
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

async function matchingIds(query: Query, candidates: number[]): Promise<number[]> {
  const narrowed = query.clone().select('row.id', 'id').useIndex(MYSQL_PRIMARY);
  const [sql, parameters] = narrowed
    .andWhere('row.id IN (:...candidates)', { candidates })
    .getQueryAndParameters();
  const rows: { id: number }[] = await query.dataSource.query(withoutIndex(query, sql), parameters);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/**
 * Leaves SQLite only the primary key to find rows by. It would expect ten rows of any index, and MariaDB's estimates
 * can be as wrong: each would scan all rows of the application for every batch.
 */
function withoutIndex({ dataSource, expressionMap }: Query, sql: string): string {
  if (!isSqlite(dataSource)) return sql;
  const rows = `"${expressionMap.mainAlias!.metadata.tableName}" "row"`;
  return sql.replace(`FROM ${rows}`, `FROM ${rows} NOT INDEXED`);
}
