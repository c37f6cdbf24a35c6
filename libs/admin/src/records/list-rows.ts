import { type EntityManager, In, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import type { ListQuery } from '../api/list-query.js';
import { Page } from '../api/page.js';

type Row = ObjectLiteral & { id: number };

/** From here on it pays to know the number of rows first, and to count from the nearer end. */
const DEEP = 100_000;

/**
 * One page of a query over `row`. Only ids are sorted and skipped over, which an index alone can answer; the rows
 * themselves are read for the page alone. A page deep in a long list is reached from the nearer end.
 */
export async function listRows<T extends Row>(
  manager: EntityManager,
  query: SelectQueryBuilder<T>,
  { sort, from, limit }: Pick<ListQuery, 'sort' | 'from' | 'limit'>,
): Promise<Page<T>> {
  const ids = (order: 'ASC' | 'DESC', skip: number, take: number) =>
    idsOf(query, sort.field, order, skip, take);
  if (from < DEEP) {
    const [total, page] = await Promise.all([query.clone().getCount(), ids(sort.order, from, limit)]);
    return new Page(await readRows(manager, query, page), from, total);
  }
  const total = await query.clone().getCount();
  const take = Math.min(limit, total - from);
  if (take <= 0) return new Page<T>([], from, total);
  const isNearEnd = from > total / 2;
  const page = isNearEnd
    ? (await ids(sort.order === 'ASC' ? 'DESC' : 'ASC', total - from - take, take)).toReversed()
    : await ids(sort.order, from, take);
  return new Page(await readRows(manager, query, page), from, total);
}

async function idsOf(
  query: SelectQueryBuilder<Row>,
  field: string,
  order: 'ASC' | 'DESC',
  skip: number,
  take: number,
): Promise<number[]> {
  const sorted = query.clone().select('row.id', 'id').orderBy(`row.${field}`, order);
  // Rows that are equal in the field keep one order, or pages would overlap.
  if (field !== 'id') sorted.addOrderBy('row.id', order);
  const found = await sorted.offset(skip).limit(take).getRawMany<{ id: number | string }>();
  return found.map(({ id }) => Number(id));
}

async function readRows<T extends Row>(
  manager: EntityManager,
  query: SelectQueryBuilder<T>,
  ids: readonly number[],
): Promise<T[]> {
  if (ids.length === 0) return [];
  const rows = await manager.findBy(query.expressionMap.mainAlias!.metadata.target, { id: In(ids) });
  const byId = new Map(rows.map((row) => [Number(row['id']), row as T]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
