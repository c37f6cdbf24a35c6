import { setImmediate } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { isSqlite } from '@app/database';

/** Entries of an index that one statement walks over: a millisecond or so. */
const PART = 10_000;

/** A piece of an index: rows that are equal in its first columns, by a range of the next one. */
export interface IndexRange {
  readonly table: string;
  readonly index: string;
  /** The index's first columns, in its order, with their values. */
  readonly equal: Readonly<Record<string, string | number | null>>;
  /** The column behind these, or `id`, with which every index ends. It holds numbers. */
  readonly by: string;
  /** The range begins behind this. */
  readonly after: number;
  /** The range's last value. */
  readonly upTo: number;
}

/**
 * Counts rows by an index alone. It goes in parts, between which others have their turn: SQLite answers within this
 * process, which does nothing else meanwhile.
 */
export async function countByIndex(dataSource: DataSource, range: IndexRange): Promise<number> {
  const { by, upTo, equal } = range;
  const rows = `FROM ${range.table} ${hint(dataSource, range.index)} WHERE ${conditions(equal)}
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
    // Rows that are equal in the column stay together.
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

/** Said aloud: MySQL likes to walk over the table itself when rows are wanted by their id. */
function hint(dataSource: DataSource, index: string): string {
  return isSqlite(dataSource) ? `INDEXED BY ${index}` : `FORCE INDEX (${index})`;
}
