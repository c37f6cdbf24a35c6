import type { DataSource } from 'typeorm';

export function isSqlite(dataSource: DataSource): boolean {
  return dataSource.options.type === 'better-sqlite3';
}

/** Returns the SQL that forces the use of an index. It is placed after the table's name. */
export function indexHint(dataSource: DataSource, index: string): string {
  return isSqlite(dataSource) ? `INDEXED BY ${index}` : `FORCE INDEX (${index})`;
}
