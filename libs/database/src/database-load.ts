import type { DataSource } from 'typeorm';
import type { DatabaseDisk } from './database-disk.js';
import type { DatabaseLoad } from './database-line.js';
import { isSqlite } from './engine.js';
import { mysqlDisk, mysqlLoad } from './mysql/bounded-mysql.js';
import { sqliteDisk, sqliteLoad } from './sqlite/isolated-sqlite.js';

export function databaseLoad(dataSource: DataSource): DatabaseLoad {
  return isSqlite(dataSource) ? sqliteLoad(dataSource) : mysqlLoad(dataSource);
}

/** Whether the disk of the database has refused what was written a moment ago. */
export function isDatabaseFull(dataSource: DataSource): boolean {
  const disk: DatabaseDisk = isSqlite(dataSource) ? sqliteDisk(dataSource) : mysqlDisk(dataSource);
  return disk.isFull;
}
