import { setImmediate } from 'node:timers/promises';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import { openSqliteConnection, prepareStatement, type SqliteConnection } from './hidden-members.js';

/**
 * A statement blocks the process while it runs. If a statement takes longer than this (in milliseconds), other work
 * runs before the next statement.
 */
const LONG_MS = 10;

const MAY_ONLY_READ = /^\s*(SELECT|WITH)\b/i;

/**
 * Reads committed data on a separate connection, even during transactions on the main connection. Each statement runs
 * to its end without interruption, so it sees all data committed before its start, and delays no checkpoint.
 */
export class SqliteReader extends BetterSqlite3QueryRunner {
  /** Resolves once other work has had a chance to run. */
  private pause: Promise<void> | undefined;

  private constructor(driver: BetterSqlite3Driver, connection: SqliteConnection) {
    super(driver);
    this.databaseConnection = connection;
  }

  /**
   * Opens a connection in addition to the driver's. Returns `undefined` without WAL mode, because only WAL mode allows
   * reads during writes.
   */
  static async open(driver: BetterSqlite3Driver): Promise<SqliteReader | undefined> {
    const main: SqliteConnection = driver.databaseConnection;
    if (main.pragma('journal_mode', { simple: true }) !== 'wal') return undefined;
    const connection = await openSqliteConnection(driver);
    connection.pragma('query_only = ON');
    connection.pragma('busy_timeout = 0');
    return new SqliteReader(driver, connection);
  }

  /** Returns true if the statement only reads, and reads no temporary table of the main connection. */
  async canRun(sql: string): Promise<boolean> {
    if (!MAY_ONLY_READ.test(sql)) return false;
    try {
      return (await prepareStatement(this, sql)).readonly;
    } catch {
      return false;
    }
  }

  /**
   * Runs a statement. SQLite blocks the process, so after a slow statement the event loop runs once before the next
   * statement.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- as the driver declares it
  override async query(sql: string, parameters?: unknown[], useStructuredResult?: boolean): Promise<any> {
    await this.pause;
    const start = performance.now();
    try {
      return await super.query(sql, parameters, useStructuredResult);
    } finally {
      if (performance.now() - start > LONG_MS) this.pause = setImmediate();
    }
  }

  /** Returns the connection on which this query runner's statements are prepared. */
  override connect(): Promise<SqliteConnection> {
    return Promise.resolve(this.databaseConnection);
  }

  close(): void {
    this.databaseConnection.close();
  }
}
