import type { DataSource } from 'typeorm';
import { StartupError } from '@app/platform';
import { isSqlite } from './engine.js';
import { openSqliteConnection } from './typeorm/hidden-members.js';

/** A column's value, on either engine. */
export type Value = string | number | null;

/**
 * A consistent view of the database at one moment, regardless of how long reading takes. Other connections can write in
 * the meantime.
 */
export interface Snapshot {
  /** Iterates over the rows of a statement, each with its values in column order. */
  rows(sql: string): Iterable<Value[]> | AsyncIterable<Value[]>;
}

/** Number of rows that are read ahead. */
const READ_AHEAD = 500;

/**
 * Runs `read` in a separate transaction, which sees what was committed when it started. `read` may run only one
 * statement at a time.
 */
export async function withSnapshot<T>(
  dataSource: DataSource,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return isSqlite(dataSource) ? readSqlite(dataSource, read) : readMysql(dataSource, read);
}

async function readSqlite<T>({ driver }: DataSource, read: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const connection = await openSqliteConnection(driver);
  try {
    if (connection.pragma('journal_mode', { simple: true }) !== 'wal') {
      throw new StartupError('SQLite has no WAL here, so a backup would block every write');
    }
    connection.pragma('query_only = ON');
    connection.exec('BEGIN');
    // The snapshot is taken by the first read, not by BEGIN.
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
    // If the caller stops early, some rows of a result are unread. The connection is destroyed, since these rows would
    // have to be read before the connection could be used again.
    connection.destroy();
    await runner.release();
  }
}
