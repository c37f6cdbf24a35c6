import { setImmediate } from 'node:timers/promises';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';

/** Others wait for the process while a statement is under way. */
const LONG_MS = 10;

const MAY_ONLY_READ = /^\s*(SELECT|WITH)\b/i;

interface Connection {
  pragma(text: string, options?: { simple: boolean }): unknown;
  close(): void;
}

/** What TypeORM's typings hide: how the driver connects, and where a query runner gets its prepared statements from. */
interface Connecting {
  createDatabaseConnection(): Promise<Connection>;
}
interface Preparing {
  getStmt(sql: string): Promise<{ readonly: boolean }>;
}

/**
 * Reads what is committed on a connection of its own, beside a transaction that has the main one. A statement runs to
 * its end at once, so that the next one sees every change made meanwhile, and none keeps the log from being emptied.
 */
export class SqliteReader extends BetterSqlite3QueryRunner {
  /** Until then others have their turn. */
  private pause: Promise<void> | undefined;

  private constructor(driver: BetterSqlite3Driver, connection: Connection) {
    super(driver);
    this.databaseConnection = connection;
  }

  /** Connects beside the connected driver. Only in WAL mode can one read while another writes: else there is no reader. */
  static async open(driver: BetterSqlite3Driver): Promise<SqliteReader | undefined> {
    const main: Connection = driver.databaseConnection;
    if (main.pragma('journal_mode', { simple: true }) !== 'wal') return undefined;
    const connection = await (driver as unknown as Connecting).createDatabaseConnection();
    connection.pragma('query_only = ON');
    connection.pragma('busy_timeout = 0');
    return new SqliteReader(driver, connection);
  }

  /** Whether the statement only reads, and only what is known here; a temporary table is the main connection's own. */
  async canRun(sql: string): Promise<boolean> {
    if (!MAY_ONLY_READ.test(sql)) return false;
    try {
      return (await (this as unknown as Preparing).getStmt(sql)).readonly;
    } catch {
      return false;
    }
  }

  /** SQLite works in this process: after a statement that took long the event loop goes round before the next begins. */
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

  /** The connection that this query runner's statements are prepared on. */
  override connect(): Promise<Connection> {
    return Promise.resolve(this.databaseConnection);
  }

  close(): void {
    this.databaseConnection.close();
  }
}
