import type { DataSource } from 'typeorm';

/** Wraps a number, so that TypeORM leaves it to the database's own driver. */
class Bound {
  constructor(readonly value: number) {}
}

/**
 * Makes a better-sqlite3 data source bind numbers to its statements. TypeORM would write them into the SQL text, so
 * that each id would be another statement to compile and cache, in memory that nothing limits.
 */
export function bindNumbers({ driver }: DataSource): void {
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
