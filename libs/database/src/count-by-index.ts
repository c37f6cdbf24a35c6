import { setImmediate } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { indexHint } from './engine.js';

/** Number of index entries scanned per statement. A statement then takes about a millisecond. */
const PART = 10_000;

/** A range of an index: given values of the first columns, and limits on the next column. */
export interface IndexRange {
  readonly table: string;
  readonly index: string;
  /** The first columns of the index, in the index's order, with their values. */
  readonly equal: Readonly<Record<string, string | number | null>>;
  /** The next column of the index, which must be numeric. Every index ends with `id`. */
  readonly by: string;
  /** Start of the range, exclusive. */
  readonly after: number;
  /** End of the range, inclusive. */
  readonly upTo: number;
}

/**
 * Counts rows using only an index, in batches. Other work runs between two batches, since SQLite's statements block the
 * process.
 */
export async function countByIndex(dataSource: DataSource, range: IndexRange): Promise<number> {
  const { by, upTo, equal } = range;
  // Without the hint, MySQL scans the table if `by` is the id.
  const rows = `FROM ${range.table} ${indexHint(dataSource, range.index)} WHERE ${conditions(equal)}
    AND ${by} > ? AND ${by} <= ?`;
  const values = Object.values(equal).filter((value) => value !== null);
  const ask = async (sql: string, after: number, last: number) => {
    await setImmediate();
    const found: Record<string, number | string | null>[] = await dataSource.query(sql, [
      ...values,
      after,
      last,
    ]);
    return found[0]!;
  };

  const walk = `SELECT COUNT(*) AS hits, MAX(edge) AS edge
    FROM (SELECT ${by} AS edge ${rows} ORDER BY ${by} LIMIT ${PART}) part`;
  for (let after = range.after, total = 0; ;) {
    const { hits, edge } = await ask(walk, after, upTo);
    if (Number(hits) < PART) return total + Number(hits);
    // All rows with the last value of a batch are counted in this batch, since the next batch starts after this value.
    const part = await ask(`SELECT COUNT(*) AS hits ${rows}`, after, Number(edge));
    total += Number(part.hits);
    after = Number(edge);
  }
}

function conditions(equal: IndexRange['equal']): string {
  const each = Object.entries(equal).map(([column, value]) =>
    value === null ? `${column} IS NULL` : `${column} = ?`,
  );
  return each.join(' AND ');
}
