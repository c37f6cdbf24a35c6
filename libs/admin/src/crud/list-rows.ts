import { setImmediate } from 'node:timers/promises';
import { type FindOptionsSelect, type FindOptionsWhere, In, type SelectQueryBuilder } from 'typeorm';
import { Application, indexHint, isSqlite } from '@app/database';
import type { ListQuery, SortOrder } from '../api/list-query.js';
import { Page } from '../api/page.js';
import { refusal } from '../errors/admin-error.js';
import type { ListThresholds } from './list-thresholds.js';
import { BY_ID, findingIndex, type ListIndices, type ListPlan } from './list-plan.js';

/** Maximum number of rows read without a pause. It is small, since every row may contain texts of maximum length. */
const ROWS_AT_A_TIME = 25;
/** Maximum total size of all texts in a page, written as JSON. */
const MAX_PAGE_MIB = 4;
const MAX_PAGE_BYTES = MAX_PAGE_MIB * 1024 * 1024;

interface Row {
  id: number;
}
type Query = SelectQueryBuilder<Row>;

/**
 * Returns one page of a query over `row`. Sorting and skipping read only ids from an index; complete rows are read only
 * for the page.
 * @param ofAll true if the query covers all applications
 * @param fields the fields that the list shows; `undefined` means all
 * @throws AdminError 413 if the texts of the page are too long
 */
export async function listRows<T extends Row>(
  query: SelectQueryBuilder<T>,
  { sort, from, limit }: Pick<ListQuery, 'sort' | 'from' | 'limit'>,
  way: ListPlan,
  sizes: ListThresholds,
  ofAll: boolean,
  fields: readonly string[] | undefined,
): Promise<Page<T>> {
  const finding = ofAll ? ofEachApplication(query, way.found) : query;
  const count = () => countRows(finding, way.found);
  const found = (order: SortOrder, skip: number, take: number) =>
    idsOf(finding, way.found, way.by, order, skip, take);
  const along = (order: SortOrder, skip: number, take: number) =>
    idsOf(query, way.sorted, way.by, order, skip, take);
  const page = async (ids: number[], total: number) =>
    new Page<T>(await readRows(query, ids, fields), from, total);

  if (way.sorted === undefined || isBestBeside(query, from, way, sizes)) {
    const read = way.sorted === undefined ? found : along;
    const [total, ids] = await Promise.all([count(), read(sort.order, from, limit)]);
    return page(ids, total);
  }
  const total = await count();
  const take = Math.min(limit, total - from);
  if (take <= 0) return page([], total);
  // The fewer rows are skipped, the faster the query, so the page is read from the nearer end of the list.
  const read = total <= way.most ? found : along;
  if (from <= total / 2) return page(await read(sort.order, from, take), total);
  const fromEnd = await read(sort.order === 'ASC' ? 'DESC' : 'ASC', total - from - take, take);
  return page(fromEnd.toReversed(), total);
}

/** Returns at most `most` rows of a query over `row`, in no particular order. The index for the filter finds them. */
export function firstRows<R>(
  query: Query,
  indices: ListIndices | undefined,
  filter: object,
  most: number,
): Promise<R[]> {
  return run<R>(query.clone().limit(most), findingIndex(indices, fieldsIn(filter))?.index);
}

/** Returns the names of the fields that are set in a filter. */
export function fieldsIn(filter: object): string[] {
  return Object.entries(filter).flatMap(([field, value]) => (value === undefined ? [] : field));
}

/** True if a page deep in a list should be read while the rows are counted. SQLite cannot do both concurrently. */
function isBestBeside(
  { dataSource }: Query,
  from: number,
  way: ListPlan,
  { many, far }: ListThresholds,
): boolean {
  return way.isHeld && way.most !== Infinity && from >= many && from <= far && !isSqlite(dataSource);
}

/**
 * If the first column of the index is the application, adds the condition that the row belongs to one of the existing
 * applications. This is true for every row, but lets the database search the index once per application. Otherwise it
 * would scan the whole index.
 */
function ofEachApplication(query: Query, index: string | undefined): Query {
  const { indices } = query.expressionMap.mainAlias!.metadata;
  const [first] = indices.find(({ name }) => name === index)?.columns ?? [];
  if (first?.propertyName !== 'applicationId' || first.isNullable) return query;
  const applications = query.subQuery().select('application.id').from(Application, 'application');
  return query.clone().andWhere(`row.applicationId IN ${applications.getQuery()}`);
}

async function countRows(query: Query, index: string | undefined): Promise<number> {
  const [row] = await run<{ total: number | string }>(query.clone().select('COUNT(*)', 'total'), index);
  return Number(row!.total);
}

async function idsOf(
  query: Query,
  index: string | undefined,
  by: readonly string[],
  order: SortOrder,
  skip: number,
  take: number,
): Promise<number[]> {
  const sorted = query.clone().select('row.id', 'id').offset(skip).limit(take);
  for (const field of by) sorted.addOrderBy(`row.${field}`, order);
  const rows = await run<{ id: number | string }>(sorted, index);
  return rows.map(({ id }) => Number(id));
}

/** Runs a query, with a hint to use an index if one is given. */
function run<R>(query: Query, index: string | undefined): Promise<R[]> {
  const [sql, parameters] = query.getQueryAndParameters();
  const { tableName } = query.expressionMap.mainAlias!.metadata;
  const rows = `FROM ${query.escape(tableName)} ${query.escape('row')}`;
  const hinted = index === undefined ? sql : sql.replace(rows, `${rows} ${hintOf(query, index)}`);
  return query.dataSource.query(hinted, parameters);
}

function hintOf({ dataSource }: Query, index: string): string {
  return isSqlite(dataSource) && index === BY_ID ? 'NOT INDEXED' : indexHint(dataSource, index);
}

async function readRows<T extends Row>(
  query: SelectQueryBuilder<T>,
  ids: number[],
  fields: readonly string[] | undefined,
): Promise<T[]> {
  const { target } = query.expressionMap.mainAlias!.metadata;
  const select = fields && (Object.fromEntries(fields.map((field) => [field, true])) as FindOptionsSelect<T>);
  const page: T[] = [];
  let bytes = 0;
  for (let start = 0; start < ids.length; start += ROWS_AT_A_TIME) {
    // SQLite blocks the process, so the event loop must run between two parts.
    if (start > 0) await setImmediate();
    const part = ids.slice(start, start + ROWS_AT_A_TIME);
    const where = { id: In(part) } as unknown as FindOptionsWhere<T>;
    const rows = await query.dataSource.manager.find<T>(target, { where, ...(select && { select }) });
    // MySQL returns bigints as text.
    const byId = new Map(rows.map((row) => [String(row.id), row]));
    for (const row of part.flatMap((id) => byId.get(String(id)) ?? [])) {
      bytes += textBytes(row);
      if (bytes > MAX_PAGE_BYTES)
        throw refusal('page_too_large', { maxMib: MAX_PAGE_MIB, fitting: page.length });
      page.push(row);
    }
  }
  return page;
}

/** Returns the size of a row's texts and objects as JSON, in bytes. */
function textBytes(row: Row): number {
  const texts = Object.values(row).filter((value) => typeof value === 'string' || typeof value === 'object');
  return texts.reduce((bytes, text) => bytes + Buffer.byteLength(JSON.stringify(text)), 0);
}
