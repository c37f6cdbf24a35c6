// Inserts many rows directly into a database while no server runs on it.
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { createConnection } from 'mysql2/promise';
import type { Environment } from './server.ts';

const ROWS_PER_STATEMENT = 2000;

export type Row = Record<string, string | number | null>;

export interface BulkDatabase {
  /** @param rows rows with the same columns */
  insert(table: string, rows: Iterable<Row>): Promise<void>;
  close(): Promise<void>;
}

/** Opens the database of a server that is not running, for bulk inserts. */
export async function openForBulk({ DATA_DIR, DATABASE_URL }: Environment): Promise<BulkDatabase> {
  return DATABASE_URL ? openMysql(DATABASE_URL) : openSqlite(join(DATA_DIR, 'latchkey.sqlite'));
}

function openSqlite(file: string): BulkDatabase {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000');
  return {
    insert: async (table, rows) => {
      database.exec('BEGIN');
      let statement: StatementSync | undefined;
      for (const row of rows) {
        const places = Object.keys(row).map(() => '?');
        statement ??= database.prepare(
          `INSERT INTO ${table} (${columnsOf(row)}) VALUES (${places.join(', ')})`,
        );
        statement.run(...Object.values(row));
      }
      database.exec('COMMIT');
    },
    close: async () => {
      database.close();
    },
  };
}

async function openMysql(url: string): Promise<BulkDatabase> {
  const connection = await createConnection(url);
  await connection.query('SET unique_checks = 0, foreign_key_checks = 0');
  return {
    insert: async (table, rows) => {
      await connection.beginTransaction();
      for (const some of chunks(rows, ROWS_PER_STATEMENT)) {
        const values = some.map((row) => Object.values(row));
        await connection.query(`INSERT INTO ${table} (${columnsOf(some[0]!)}) VALUES ?`, [values]);
      }
      await connection.commit();
    },
    close: () => connection.end(),
  };
}

function columnsOf(row: Row): string {
  // Quoted, since some names are reserved words in MySQL. SQLite accepts MySQL's quotes.
  return Object.keys(row)
    .map((name) => `\`${name}\``)
    .join(', ');
}

function* chunks(rows: Iterable<Row>, size: number): Generator<Row[]> {
  let some: Row[] = [];
  for (const row of rows) {
    some.push(row);
    if (some.length === size) {
      yield some;
      some = [];
    }
  }
  if (some.length > 0) yield some;
}

/**
 * Yields rows of the table `cards`, with ids from 1, for the only card type of the only application.
 * @param more further columns
 */
export function* cardRows(cards: Iterable<string>, more: Row): Generator<Row> {
  const now = Date.now();
  let id = 0;
  for (const card of cards) {
    id += 1;
    yield {
      id,
      application_id: 1,
      card_type_id: 1,
      card,
      ...searchColumns(card),
      max_sessions: 1,
      max_devices: 1,
      frozen: 0,
      unbinds_used: 0,
      unbind_failures: 0,
      created_at: now,
      updated_at: now,
      ...more,
    };
  }
}

/** Returns the columns by which the search finds a card whose key has only capitals, digits and hyphens. */
export function searchColumns(card: string): Row {
  const key = card.replaceAll('-', '');
  return { search_key: key, reversed_key: Array.from(key).toReversed().join('') };
}
