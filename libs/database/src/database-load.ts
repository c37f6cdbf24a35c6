import type { DataSource } from 'typeorm';
import type { DatabaseLoad } from './database-line.js';
import { isSqlite } from './engine.js';
import { mysqlLoad } from './mysql/bounded-mysql.js';
import { sqliteLoad } from './sqlite/isolated-sqlite.js';

export function databaseLoad(dataSource: DataSource): DatabaseLoad {
  return isSqlite(dataSource) ? sqliteLoad(dataSource) : mysqlLoad(dataSource);
}
