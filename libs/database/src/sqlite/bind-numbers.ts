import type { DataSource } from 'typeorm';

/** A number in disguise, which TypeORM leaves to the database's own driver. */
class Bound {
  constructor(readonly value: number) {}
}

/**
 * Has a better-sqlite3 data source bind numbers to its statements. TypeORM writes them into the text instead, so that
 * each id asked for is another statement to compile and to keep, in memory that nobody counts.
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
