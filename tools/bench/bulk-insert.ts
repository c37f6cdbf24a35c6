// Inserts many rows directly into a database while no server runs on it.
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { createConnection, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import type { Environment } from './server.ts';

/**
 * Number of rows in each part of a statement. With more rows, a part could exceed 16 MB; with fewer rows, a statement
 * could have more than 255 parts, of which mysql2 warns.
 */
const ROWS_PER_PART = 40_000;

/** Tables of a new server have at most this many rows. */
const FEW = 1000;

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

/**
 * Opens SQLite. `insert` drops the indexes of an almost empty table, and builds them again after it has inserted all
 * rows. If rows in random order were added to the indexes one by one, each row would change different pages of each
 * index.
 */
function openSqlite(file: string): BulkDatabase {
  const database = new DatabaseSync(file);
  // With WAL, all rows would be written twice: to the log and to the database.
  database.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000');
  return {
    insert: async (table, rows) => {
      const indexes = hasFewRows(database, table) ? indexesOf(database, table) : [];
      for (const { name } of indexes) database.exec(`DROP INDEX ${name}`);
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
      for (const { sql } of indexes) database.exec(sql);
    },
    close: async () => {
      database.exec('PRAGMA journal_mode = WAL');
      database.close();
    },
  };
}

function hasFewRows(database: DatabaseSync, table: string): boolean {
  return database.prepare(`SELECT 1 FROM ${table} LIMIT 1 OFFSET ${FEW}`).get() === undefined;
}

/** Returns the indexes that CREATE INDEX made. For the indexes of primary keys, SQLite stores no SQL. */
function indexesOf(database: DatabaseSync, table: string): { name: string; sql: string }[] {
  return database
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL")
    .all(table) as { name: string; sql: string }[];
}

/**
 * Loads each table with a single statement. If the table is empty, the statement builds the indexes after it has
 * inserted all rows. Therefore the few rows of a new server are removed before the statement and inserted again after
 * it.
 */
async function openMysql(url: string): Promise<BulkDatabase> {
  const connection = await createConnection(url);
  await connection.query('SET unique_checks = 0, foreign_key_checks = 0');
  return {
    insert: async (table, rows) => {
      const parts = chunks(rows, ROWS_PER_PART);
      const { value: first } = parts.next();
      if (!first) return;
      const [before] = await connection.query<RowDataPacket[]>(`SELECT * FROM ${table} LIMIT ${FEW + 1}`);
      const removed = before.length <= FEW ? before : [];
      if (removed.length > 0) await connection.query(`TRUNCATE TABLE ${table}`);
      let sent = 0;
      function* lines() {
        for (let some: Row[] | undefined = first; some; some = parts.next().value) {
          sent += some.length;
          yield Buffer.from(some.map(lineOf).join(''));
        }
      }
      const [{ affectedRows }] = await connection.query<ResultSetHeader>({
        sql: `LOAD DATA LOCAL INFILE 'rows' INTO TABLE ${table} CHARACTER SET utf8mb4 (${columnsOf(first[0]!)})`,
        infileStreamFactory: () => Readable.from(lines(), { highWaterMark: 1 }),
      });
      // LOAD DATA reports faulty rows only as warnings.
      if (affectedRows !== sent) throw new Error(`${table}: ${affectedRows} of ${sent} rows were inserted`);
      for (const row of removed) await connection.query(`INSERT INTO ${table} SET ?`, [row]);
    },
    close: () => connection.end(),
  };
}

/** Returns a row in the format of LOAD DATA. */
function lineOf(row: Row): string {
  const values = Object.values(row).map((value) =>
    value === null ? '\\N' : String(value).replaceAll(/[\\\t\n]/g, '\\$&'),
  );
  return `${values.join('\t')}\n`;
}

function columnsOf(row: Row): string {
  // The names are quoted, since some are reserved words in MySQL. SQLite accepts MySQL's quotes.
  return Object.keys(row)
    .map((name) => `\`${name}\``)
    .join(', ');
}

function* chunks(rows: Iterable<Row>, size: number): Generator<Row[], undefined> {
  let some: Row[] = [];
  for (const row of rows) {
    some.push(row);
    if (some.length === size) {
      yield some;
      some = [];
    }
  }
  if (some.length > 0) yield some;
  return undefined;
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

/** Returns a card's columns for the search. The key must contain only capitals, digits and hyphens. */
export function searchColumns(card: string): Row {
  const key = card.replaceAll('-', '');
  return { search_key: key, reversed_key: Array.from(key).toReversed().join('') };
}
