import type { DataSource } from 'typeorm';
import { isSqlite } from './engine.js';
import { mysqlLoad } from './mysql/bounded-mysql.js';
import { sqliteLoad } from './sqlite/isolated-sqlite.js';
import type { DatabaseLoad } from './waiting-line.js';

export function databaseLoad(dataSource: DataSource): DatabaseLoad {
  return isSqlite(dataSource) ? sqliteLoad(dataSource) : mysqlLoad(dataSource);
}
