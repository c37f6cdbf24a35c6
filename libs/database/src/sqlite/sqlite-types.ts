import type { DataSource } from 'typeorm';

/** Column types of the entities that have another name in SQLite. */
const SQLITE_NAMES: Record<string, string> = { bigint: 'integer', int: 'integer', mediumtext: 'text' };

/** Makes a better-sqlite3 data source, not yet initialised, accept entities that name MySQL's column types. */
export function translateColumnTypes({ driver }: DataSource): void {
  driver.supportedDataTypes.push('mediumtext');
  const normalizeType = driver.normalizeType.bind(driver);
  driver.normalizeType = (column) => {
    const type = normalizeType(column);
    return SQLITE_NAMES[type] ?? type;
  };
}
