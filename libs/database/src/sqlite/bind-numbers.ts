import type { DataSource } from 'typeorm';

/**
 * Has a better-sqlite3 data source bind numbers to its statements. TypeORM writes them into the text instead, so that
 * each id asked for is another statement to compile and to keep, in memory that nobody counts.
 */
export function bindNumbers({ driver }: DataSource): void {
  const escape = driver.escapeQueryWithParameters.bind(driver);
  driver.escapeQueryWithParameters = (sql, parameters) => {
    const [text, values] = escape(sql, mapValues(parameters, boxed));
    return [text, values.map(unboxed)];
  };
}

/** A number as an object, which TypeORM leaves to the database's own driver. */
function boxed(value: unknown): unknown {
  return typeof value === 'number' ? Object(value) : value;
}

function unboxed(value: unknown): unknown {
  return typeof value === 'object' && value?.constructor === Number ? value.valueOf() : value;
}

function mapValues(values: object, map: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
