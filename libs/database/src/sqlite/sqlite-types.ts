import type { DataSource } from 'typeorm';

/** The column types that the entities use and SQLite has under another name. */
const SQLITE_NAMES: Record<string, string> = { bigint: 'integer', int: 'integer', mediumtext: 'text' };

/** Lets a better-sqlite3 data source, not yet initialised, read entities that name MySQL's column types. */
export function translateColumnTypes({ driver }: DataSource): void {
  driver.supportedDataTypes.push('mediumtext');
  const normalizeType = driver.normalizeType.bind(driver);
  driver.normalizeType = (column) => {
    const type = normalizeType(column);
    return SQLITE_NAMES[type] ?? type;
  };
}
