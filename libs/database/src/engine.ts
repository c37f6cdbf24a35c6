import type { DataSource } from 'typeorm';

export function isSqlite(dataSource: DataSource): boolean {
  return dataSource.options.type === 'better-sqlite3';
}

/** Returns the SQL after a table's name that forces the use of an index. */
export function indexHint(dataSource: DataSource, index: string): string {
  return isSqlite(dataSource) ? `INDEXED BY ${index}` : `FORCE INDEX (${index})`;
}
