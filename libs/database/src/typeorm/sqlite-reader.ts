import { setImmediate } from 'node:timers/promises';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import { openSqliteConnection, prepareStatement, type SqliteConnection } from './hidden-members.js';

/** A statement blocks the process while it runs; a longer one is followed by a pause. */
const LONG_MS = 10;

const MAY_ONLY_READ = /^\s*(SELECT|WITH)\b/i;

/**
 * Reads committed data on a separate connection, during transactions on the main one. Each statement runs to its end at
 * once, so that the next one sees every change made meanwhile, and none keeps the log from being checkpointed.
 */
export class SqliteReader extends BetterSqlite3QueryRunner {
  /** Resolves once other work has had a chance to run. */
  private pause: Promise<void> | undefined;

  private constructor(driver: BetterSqlite3Driver, connection: SqliteConnection) {
    super(driver);
    this.databaseConnection = connection;
  }

  /**
   * Connects in addition to the driver's connection. Reading during writes requires WAL mode: otherwise there is no
   * reader.
   */
  static async open(driver: BetterSqlite3Driver): Promise<SqliteReader | undefined> {
    const main: SqliteConnection = driver.databaseConnection;
    if (main.pragma('journal_mode', { simple: true }) !== 'wal') return undefined;
    const connection = await openSqliteConnection(driver);
    connection.pragma('query_only = ON');
    connection.pragma('busy_timeout = 0');
    return new SqliteReader(driver, connection);
  }

  /**
   * Reports whether the statement only reads, and only tables visible here; a temporary table belongs to the main
   * connection.
   */
  async canRun(sql: string): Promise<boolean> {
    if (!MAY_ONLY_READ.test(sql)) return false;
    try {
      return (await prepareStatement(this, sql)).readonly;
    } catch {
      return false;
    }
  }

  /**
   * Runs a statement. SQLite runs in this process: after a slow statement the event loop turns once before the next
   * begins.
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
