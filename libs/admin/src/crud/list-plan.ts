import type { ListSizes } from './list-sizes.js';

/** Not an index of its own: the rows themselves, which lie in the order of their ids. */
export const BY_ID = 'PRIMARY';

/** An index that has the rows in the order of a sort. */
export interface SortedIndex {
  readonly index: string;
  /** What to order by; all of it goes the one way that was asked for, and no two rows are equal in all of it. */
  readonly by: readonly string[];
  /** Fields of the filter that it can tell of without the row being read; left out: all. */
  readonly holds?: readonly string[];
}

/** An index that finds what fields of the filter let through. */
export interface FindingIndex {
  /** Each is enough for it to be of use. Whoever sees only some applications always has `applicationId`. */
  readonly of: readonly string[];
  readonly index: string;
}

/** How a kind of record that there can be a million of is listed. */
export interface ListIndices {
  /** For each field that is sorted by: the first that holds all of the filter is taken, or else the last. */
  readonly sorted: Readonly<Record<string, readonly SortedIndex[]>>;
  /** Those that leave the fewest rows first. */
  readonly found: readonly FindingIndex[];
}

/** How one list is read. Where an index is undefined the database chooses. */
export interface ListWay {
  readonly by: readonly string[];
  /** Finds the rows: to be counted, and to be sorted when they are not more than `most`. */
  readonly found: string | undefined;
  /** Has the rows in order; undefined: there are never many. */
  readonly sorted: string | undefined;
  readonly most: number;
  /** Whether the sorted index alone tells which rows the filter lets through. */
  readonly isHeld: boolean;
}

/**
 * Chooses how to read a list. The engines would choose badly: SQLite does not know how many rows an index finds, and
 * MySQL guesses.
 * @param fields those that the filter has
 * @param indices undefined: there are never many rows
 */
export function planList(
  indices: ListIndices | undefined,
  sort: string,
  fields: readonly string[],
  { few, many }: ListSizes,
): ListWay {
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
 * Whether an index knows all of a filter, which lets only some of an application's rows through. Every index has the
 * ids: what it finds is sorted by them without a row being read.
 */
function findsAlone(found: FindingIndex | undefined, fields: readonly string[]): boolean {
  const narrowing = fields.filter((field) => field !== 'applicationId');
  return (
    narrowing.length > 0 && found?.index !== BY_ID && narrowing.every((field) => found?.of.includes(field))
  );
}
