import type { ListThresholds } from './list-thresholds.js';

/** The primary key. Rows are stored in the order of their ids. */
export const BY_ID = 'PRIMARY';

/** An index whose entries are in the order of a sortable field. */
export interface SortedIndex {
  readonly index: string;
  /** The columns to sort by, all in the requested direction. The combination of their values is unique. */
  readonly by: readonly string[];
  /**
   * Filter fields that the index can check without reading the row. If absent, the index can check all filter fields.
   */
  readonly holds?: readonly string[];
}

/** An index that finds rows by one or more filter fields. */
export interface FindingIndex {
  /**
   * The index is useful if the filter has one of these fields. For callers who may access only some applications, lists
   * are always filtered by `applicationId`.
   */
  readonly of: readonly string[];
  readonly index: string;
}

/** The indices for listing a kind of record that can have a million rows. */
export interface ListIndices {
  /**
   * Candidate indices for each sortable field. The first index that can check the whole filter is used. If none can,
   * the last index is used.
   */
  readonly sorted: Readonly<Record<string, readonly SortedIndex[]>>;
  /** Indices for filters, most selective first. */
  readonly found: readonly FindingIndex[];
}

/** The plan of a list. If an index is `undefined`, the database chooses. */
export interface ListPlan {
  readonly by: readonly string[];
  /**
   * Index that finds the rows to be counted. If there are at most `most` rows, the page is read with this index too: it
   * finds all rows, which are then sorted.
   */
  readonly found: string | undefined;
  /** Index that has the rows in the requested order; `undefined` for a kind of record that never has many rows. */
  readonly sorted: string | undefined;
  readonly most: number;
  /** True if the sorted index can check the whole filter. */
  readonly isHeld: boolean;
}

/**
 * Plans a list. The engines' own choices would be slow: SQLite does not know how many rows an index finds, and MySQL's
 * estimates can be wrong.
 * @param fields the fields of the filter
 * @param indices `undefined` for a kind of record that never has many rows
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
  const found = findingIndex(indices, fields);
  const usual = isHeld && sort !== 'id' ? few : many;
  const most = sort === 'id' && sorted.index === BY_ID && findsAlone(found, fields) ? Infinity : usual;
  return { by: sorted.by, found: found?.index, sorted: sorted.index, most: found ? most : 0, isHeld };
}

/** Returns the index that finds the rows of a filter; `undefined` if the database chooses. */
export function findingIndex(
  indices: ListIndices | undefined,
  fields: readonly string[],
): FindingIndex | undefined {
  return indices?.found.find(({ of }) => of.some((field) => fields.includes(field)));
}

/**
 * True if the filter has fields other than `applicationId`, and the index can check all of these other fields. Every
 * index contains the ids, so the matches can be sorted by id without reading rows.
 */
function findsAlone(found: FindingIndex | undefined, fields: readonly string[]): boolean {
  const narrowing = fields.filter((field) => field !== 'applicationId');
  return (
    narrowing.length > 0 && found?.index !== BY_ID && narrowing.every((field) => found?.of.includes(field))
  );
}
