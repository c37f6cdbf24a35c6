import type { DataSource } from 'typeorm';
import type { Semaphore } from '@app/platform';
import type { DatabaseDisk } from './database-disk.js';
import { connectionSemaphore, type DatabaseLoad } from './database-semaphores.js';
import { isSqlite } from './engine.js';
import { mysqlDisk, mysqlLoad } from './typeorm/bounded-mysql.js';
import { sqliteDisk, sqliteSemaphore } from './typeorm/isolated-sqlite.js';

export function databaseLoad(dataSource: DataSource): DatabaseLoad {
  return isSqlite(dataSource) ? sqliteSemaphore(dataSource) : mysqlLoad(dataSource);
}

/** Divisor of the number of connections: reads by administrators may use a quarter of the connections. */
const ADMIN_SHARE = 4;

/**
 * Returns a semaphore for reads by administrators. On MySQL, the semaphore leaves most connections to clients. On
 * SQLite, the semaphore allows one read at a time.
 */
export function adminSemaphore(dataSource: DataSource): Semaphore {
  const { permits } = databaseLoad(dataSource);
  return connectionSemaphore(Math.max(1, Math.floor(permits / ADMIN_SHARE)), 'administrators');
}

/** True when the database's disk has recently refused a write. */
export function isDatabaseFull(dataSource: DataSource): boolean {
  const disk: DatabaseDisk = isSqlite(dataSource) ? sqliteDisk(dataSource) : mysqlDisk(dataSource);
  return disk.isFull;
}
