import type { DataSource } from 'typeorm';
import type { Semaphore } from '@app/platform';
import type { DatabaseDisk } from './database-disk.js';
import { databaseLine, type DatabaseLoad } from './database-line.js';
import { isSqlite } from './engine.js';
import { mysqlDisk, mysqlLoad } from './mysql/bounded-mysql.js';
import { sqliteDisk, sqliteLine } from './sqlite/isolated-sqlite.js';

export function databaseLoad(dataSource: DataSource): DatabaseLoad {
  return isSqlite(dataSource) ? sqliteLine(dataSource) : mysqlLoad(dataSource);
}

/** One in this many connections is for work that clients do not depend on. */
const OF_WHICH_ASIDE = 4;

/**
 * Returns a semaphore for such work by administrators: clients keep most of the connections, and SQLite runs one such
 * task at a time.
 */
export function sideLine(dataSource: DataSource): Semaphore {
  const { permits: places } = databaseLoad(dataSource);
  return databaseLine(Math.max(1, Math.floor(places / OF_WHICH_ASIDE)), 'administrators');
}

/** True when the database's disk has recently refused a write. */
export function isDatabaseFull(dataSource: DataSource): boolean {
  const disk: DatabaseDisk = isSqlite(dataSource) ? sqliteDisk(dataSource) : mysqlDisk(dataSource);
  return disk.isFull;
}
