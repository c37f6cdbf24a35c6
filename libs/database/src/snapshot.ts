import type { DataSource } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { StartupError } from '@app/platform';
import { isSqlite } from './engine.js';

/** What a column holds, on either engine. */
export type Value = string | number | null;

/** The database as it was at one moment, however long the reading takes. Others go on writing. */
export interface Snapshot {
  /** The rows that a statement gives, one after another, each with its values in the order of the columns. */
  rows(sql: string): Iterable<Value[]> | AsyncIterable<Value[]>;
}

/** Rows that are read ahead. */
const READ_AHEAD = 500;

/** Lets `read` read one statement after another in a transaction of its own, which sees what is committed now. */
export async function withSnapshot<T>(
  dataSource: DataSource,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return isSqlite(dataSource) ? readSqlite(dataSource, read) : readMysql(dataSource, read);
}

/** What TypeORM's typings hide. */
interface Connecting {
  createDatabaseConnection(): Promise<SqliteConnection>;
}
interface SqliteConnection {
  pragma(text: string, options?: { simple: boolean }): unknown;
  exec(sql: string): void;
  prepare(sql: string): { raw(): { iterate(): Iterable<Value[]> }; get(): unknown };
  close(): void;
}

async function readSqlite<T>({ driver }: DataSource, read: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const connection = await (
    driver as BetterSqlite3Driver as unknown as Connecting
  ).createDatabaseConnection();
  try {
    if (connection.pragma('journal_mode', { simple: true }) !== 'wal') {
      throw new StartupError('SQLite has no WAL here, so that reading would hold up every write');
    }
    connection.pragma('query_only = ON');
    connection.exec('BEGIN');
    // The first read decides what is seen.
    connection.prepare('SELECT 1 FROM sqlite_master').get();
    return await read({ rows: (sql) => connection.prepare(sql).raw().iterate() });
  } finally {
    connection.close();
  }
}

interface MysqlConnection {
  query(options: { sql: string; rowsAsArray: true }): {
    stream(options: { highWaterMark: number }): AsyncIterable<Value[]>;
  };
  destroy(): void;
}

async function readMysql<T>(dataSource: DataSource, read: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  const connection = (await runner.connect()) as MysqlConnection;
  try {
    await runner.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await runner.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
    return await read({
      rows: (sql) => connection.query({ sql, rowsAsArray: true }).stream({ highWaterMark: READ_AHEAD }),
    });
  } finally {
    // Rather than to read to its end what was given up half-way.
    connection.destroy();
    await runner.release();
  }
}
