import { setImmediate } from 'node:timers/promises';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { isSqlite } from '@app/database';

/** So many ids at most are given at a time. */
const AT_A_TIME = 500;
/** So many are found at once by the filter's own index. */
const FEW = 2000;
/** What `useIndex` names is for MySQL alone; see `withoutIndex` for SQLite. */
const MYSQL_PRIMARY = 'PRIMARY';

type Query = SelectQueryBuilder<ObjectLiteral & { id: number }>;

/** Does something when it is its turn. */
type InTurn = <R>(read: () => Promise<R>) => Promise<R>;

/**
 * The ids of all rows that a query over `row` lets through, ascending, in parts between which all else in the process
 * has its turn. Many are found by going through the application's rows by their ids, and looking at each: to sort what
 * an index of the filter finds would take as long for each part as for all of them.
 * @param applicationId when the query is of one application
 * @param inTurn reads a part
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
 * On SQLite leaves only the primary key to find rows by. Of an index it would expect ten rows, and of MariaDB's
 * estimates one is as wrong: each would go through all rows of the application for every part of them.
 */
function withoutIndex({ dataSource, expressionMap }: Query, sql: string): string {
  if (!isSqlite(dataSource)) return sql;
  const rows = `"${expressionMap.mainAlias!.metadata.tableName}" "row"`;
  return sql.replace(`FROM ${rows}`, `FROM ${rows} NOT INDEXED`);
}
