import type { ListThresholds } from './list-thresholds.js';

/** The primary key: the rows themselves, which are stored in the order of their ids. */
export const BY_ID = 'PRIMARY';

/** An index that stores the rows in the order of a sort. */
export interface SortedIndex {
  readonly index: string;
  /** The columns of the order, all in the direction requested; no two rows are equal in all of them. */
  readonly by: readonly string[];
  /** Filter fields that it can check without reading the row; absent: all. */
  readonly holds?: readonly string[];
}

/** An index that finds the rows of some filter fields. */
export interface FindingIndex {
  /** Each one makes the index useful. Callers limited to some applications always have `applicationId`. */
  readonly of: readonly string[];
  readonly index: string;
}

/** The indices for listing a kind of record that can have a million rows. */
export interface ListIndices {
  /** For each sortable field, the candidates: the first that holds the whole filter is used, otherwise the last. */
  readonly sorted: Readonly<Record<string, readonly SortedIndex[]>>;
  /** The most selective first. */
  readonly found: readonly FindingIndex[];
}

/** The plan of a list. Where an index is undefined the database chooses. */
export interface ListPlan {
  readonly by: readonly string[];
  /** The index that finds the rows to be counted, and to be sorted when there are no more than `most`. */
  readonly found: string | undefined;
  /** The index that has the rows in order; undefined: there are never many. */
  readonly sorted: string | undefined;
  readonly most: number;
  /** True when the sorted index alone decides which rows match the filter. */
  readonly isHeld: boolean;
}

/**
 * Plans a list. The engines would choose badly: SQLite does not know how many rows an index finds, and MySQL guesses.
 * @param fields the fields of the filter
 * @param indices undefined: there are never many rows
 */
export function planList(
  indices: ListIndices | undefined,
  sort: string,
  fields: readonly string[],
  { few, many }: ListThresholds,
): ListPlan {
  if (!indices) {
    const by = sort === 'id' ? ['id'] : [sort, 'id'];
    return { by, found: undefined, sorted: undefined, most: Infinity, isHeld: false };
  }
  const holdsAll = ({ holds }: SortedIndex) => !holds || fields.every((field) => holds.includes(field));
  const candidates = indices.sorted[sort]!;
  const sorted = candidates.find(holdsAll) ?? candidates.at(-1)!;
  const isHeld = holdsAll(sorted);
  const found = indices.found.find(({ of }) => of.some((field) => fields.includes(field)));
  const usual = isHeld && sort !== 'id' ? few : many;
  const most = sort === 'id' && sorted.index === BY_ID && findsAlone(found, fields) ? Infinity : usual;
  return { by: sorted.by, found: found?.index, sorted: sorted.index, most: found ? most : 0, isHeld };
}

/**
 * True when an index covers all of a filter that matches only some of an application's rows. Every index contains the
 * ids, so its matches are sorted by id without reading a row.
 */
function findsAlone(found: FindingIndex | undefined, fields: readonly string[]): boolean {
  const narrowing = fields.filter((field) => field !== 'applicationId');
  return (
    narrowing.length > 0 && found?.index !== BY_ID && narrowing.every((field) => found?.of.includes(field))
  );
}
