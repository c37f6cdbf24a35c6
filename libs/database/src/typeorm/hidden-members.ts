import type { Connection, createConnection, PoolConnection } from 'mysql2';
import type { Socket } from 'node:net';
import type { DataSource, Driver } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import type { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';

// Access to members that the typings of TypeORM and mysql2 hide. README.md in this folder explains why each member is
// needed.

/** A connection of better-sqlite3, which has no typings of its own. */
export interface SqliteConnection {
  readonly inTransaction: boolean;
  pragma(text: string, options?: { simple: boolean }): unknown;
  exec(sql: string): void;
  prepare(sql: string): { raw(): { iterate(): Iterable<(string | number | null)[]> }; get(): unknown };
  close(): void;
}

/** Prepared statements by SQL text. */
export type StatementCache = Map<string, unknown>;

interface HiddenSqliteDriver {
  createDatabaseConnection(): Promise<SqliteConnection>;
}
interface HiddenSqliteRunner {
  stmtCache: StatementCache;
  getStmt(sql: string): Promise<{ readonly: boolean }>;
}
interface HiddenMysqlDriver {
  mysql: { createConnection: typeof createConnection };
  obtainMasterConnection(): Promise<PoolConnection>;
  createConnectionOptions(
    options: object,
    credentials: object,
  ): Exclude<Parameters<typeof createConnection>[0], string>;
}

/** Returns the connection that the driver of a SQLite data source uses. */
export function sqliteConnection({ driver }: DataSource): SqliteConnection {
  return (driver as BetterSqlite3Driver).databaseConnection;
}

/** Opens another connection to the database of a SQLite driver, with the driver's options. */
export function openSqliteConnection(driver: Driver): Promise<SqliteConnection> {
  return (driver as unknown as HiddenSqliteDriver).createDatabaseConnection();
}

/** Makes a query runner use `statements` as its cache of prepared statements. */
export function shareStatements(runner: BetterSqlite3QueryRunner, statements: StatementCache): void {
  (runner as unknown as HiddenSqliteRunner).stmtCache = statements;
}

/** Prepares a statement in the same way as the query runner, and stores it in the query runner's cache. */
export function prepareStatement(
  runner: BetterSqlite3QueryRunner,
  sql: string,
): Promise<{ readonly: boolean }> {
  return (runner as unknown as HiddenSqliteRunner).getStmt(sql);
}

/** Takes a connection from the pool of a MySQL driver. */
export function obtainConnection(driver: MysqlDriver): Promise<PoolConnection> {
  return (driver as unknown as HiddenMysqlDriver).obtainMasterConnection();
}

/** Opens a connection as the pool of a MySQL driver does, but outside the pool. */
export function connectOutsidePool(driver: MysqlDriver): Connection {
  const { options } = driver;
  const hidden = driver as unknown as HiddenMysqlDriver;
  return hidden.mysql.createConnection(hidden.createConnectionOptions(options, options));
}

/** Destroys the socket of a MySQL connection, which fails all its pending queries with the error. */
export function destroySocket(connection: Connection, error: Error): void {
  (connection as unknown as { stream: Socket }).stream.destroy(error);
}
