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

/** One connection of so many is for work that clients can go without. */
const OF_WHICH_ASIDE = 4;

/** A line for such work of administrators: clients keep most of the connections, and on SQLite there is one such work at a time. */
export function sideLine(dataSource: DataSource): Semaphore {
  const { permits: places } = databaseLoad(dataSource);
  return databaseLine(Math.max(1, Math.floor(places / OF_WHICH_ASIDE)), 'administrators');
}

/** Whether the disk of the database has refused what was written a moment ago. */
export function isDatabaseFull(dataSource: DataSource): boolean {
  const disk: DatabaseDisk = isSqlite(dataSource) ? sqliteDisk(dataSource) : mysqlDisk(dataSource);
  return disk.isFull;
}
