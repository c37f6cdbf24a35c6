import type { DataSource } from 'typeorm';

/**
 * Adapts a better-sqlite3 data source to entities and queries that are also written for MySQL. Call this function
 * before the data source is initialised.
 */
export function adaptSqliteDriver(dataSource: DataSource): void {
  translateColumnTypes(dataSource);
  bindNumbers(dataSource);
}

/** SQLite's names of those column types that have a different name in entities. */
const SQLITE_NAMES: Record<string, string> = { bigint: 'integer', int: 'integer', mediumtext: 'text' };

/** Makes a better-sqlite3 data source accept entities with MySQL's column types. */
function translateColumnTypes({ driver }: DataSource): void {
  driver.supportedDataTypes.push('mediumtext');
  const normalizeType = driver.normalizeType.bind(driver);
  driver.normalizeType = (column) => {
    const type = normalizeType(column);
    return SQLITE_NAMES[type] ?? type;
  };
}

/** Wraps a number so that TypeORM passes it to the driver as a parameter. */
class Bound {
  constructor(readonly value: number) {}
}

/**
 * Makes a better-sqlite3 data source bind numbers as parameters. TypeORM itself would write numbers into the SQL text.
 * Each id would then create a new statement to compile and cache, without a limit.
 */
function bindNumbers({ driver }: DataSource): void {
  const escape = driver.escapeQueryWithParameters.bind(driver);
  driver.escapeQueryWithParameters = (sql, parameters) => {
    const disguised = Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'number' ? new Bound(value) : value,
    ]);
    const [text, values] = escape(sql, Object.fromEntries(disguised));
    return [text, values.map((value) => (value instanceof Bound ? value.value : value))];
  };
}
