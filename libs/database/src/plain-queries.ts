import type { Driver, EntityManager, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { indexHint, isSqlite } from './engine.js';

// TypeORM's query builders and its mapping of rows took two thirds of the CPU time of a login. The functions in this
// file use only TypeORM's metadata, and call no listeners or subscribers. Use them in client requests, and the entity
// manager elsewhere.

type Entity<T> = new () => T;

/** Values that columns must have. Null matches NULL; a list matches any of its values, and must not be empty. */
export type Match<T> = { readonly [K in keyof T]?: T[K] | readonly T[K][] };

interface Column {
  readonly metadata: ColumnMetadata;
  /** Escaped. */
  readonly name: string;
}

interface Table {
  readonly driver: Driver;
  /** Escaped. */
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
  /** Columns that `findRows` loads: all except those with `select: false`. */
  readonly loaded: readonly Column[];
  readonly select: string;
  /** The escaped name of the column that counts updates, if there is one. */
  readonly version: string | undefined;
}

const tables = new WeakMap<EntityMetadata, Table>();

/**
 * Row locking on MySQL: `nowait` works as in `rowLockNowait`, `skip` omits rows that another transaction has locked. On
 * SQLite the transaction itself locks the whole database.
 */
export type RowLocking = 'nowait' | 'skip';

const LOCKING: Record<RowLocking, string> = {
  nowait: ' FOR UPDATE NOWAIT',
  skip: ' FOR UPDATE SKIP LOCKED',
};

/**
 * Returns an index hint for statements that lock rows by their ids. Without it, MySQL would read and lock all rows of a
 * small table, and concurrent transactions would deadlock.
 */
export function byId(manager: EntityManager): string {
  return lockHint(manager, 'PRIMARY');
}

function lockHint(manager: EntityManager, index: string): string {
  return isSqlite(manager.dataSource) ? '' : ` ${indexHint(manager.dataSource, index)}`;
}

/**
 * Returns the rows that match, in no particular order.
 * @param index the only index that the database may use. Required if several rows are locked; `byId` explains why
 */
export async function findRows<T extends object>(
  manager: EntityManager,
  entity: Entity<T>,
  match: Match<T>,
  lock?: RowLocking,
  index?: string,
): Promise<T[]> {
  const { driver, name, columns, loaded, select } = tableOf(manager, entity);
  const { condition, values } = where(driver, columns, match);
  const locking = lock && !isSqlite(manager.dataSource) ? LOCKING[lock] : '';
  const rows = await manager.query<Record<string, unknown>[]>(
    `SELECT ${select} FROM ${name}${index ? lockHint(manager, index) : ''} WHERE ${condition}${locking}`,
    values,
  );
  return rows.map((row) => {
    const found = new entity();
    for (const { metadata } of loaded)
      metadata.setEntityValue(found, driver.prepareHydratedValue(row[metadata.databaseName], metadata));
    return found;
  });
}

/** Returns the number of rows that match. */
export async function countRows<T extends object>(
  manager: EntityManager,
  entity: Entity<T>,
  match: Match<T>,
): Promise<number> {
  const { driver, name, columns } = tableOf(manager, entity);
  const { condition, values } = where(driver, columns, match);
  const sql = `SELECT COUNT(*) AS count FROM ${name} WHERE ${condition}`;
  const [row] = await manager.query<{ count: unknown }[]>(sql, values);
  return Number(row!.count);
}

/** Updates the rows that match, and increments their row version if they have one. */
export async function updateRows<T extends object>(
  manager: EntityManager,
  entity: Entity<T>,
  match: Match<T>,
  changes: Partial<T>,
): Promise<void> {
  const { driver, name, columns, version } = tableOf(manager, entity);
  const changed = assigned(driver, columns, changes);
  const { condition, values } = where(driver, columns, match);
  const set = changed.names.map((each) => `${each} = ?`);
  if (version) set.push(`${version} = ${version} + 1`);
  const sql = `UPDATE ${name} SET ${set.join(', ')} WHERE ${condition}`;
  await manager.query(sql, [...changed.values, ...values]);
}

/**
 * Updates rows by their ids, each with values of its own, in one statement. Increments their row version if they have
 * one.
 * @param rows at least one; all with the same properties
 * @param match column values that the rows must still have
 */
export async function updateEach<T extends { id: number }>(
  manager: EntityManager,
  entity: Entity<T>,
  rows: readonly (Partial<T> & { id: number })[],
  match: Match<Omit<T, 'id'>> = {},
): Promise<void> {
  const { driver, name, columns, version } = tableOf(manager, entity);
  const { condition, values } = where(driver, columns, { id: rows.map(({ id }) => id), ...match });
  const set: string[] = [];
  const parameters: unknown[] = [];
  for (const property of Object.keys(rows[0]!).filter((each) => each !== 'id')) {
    const { name: column, metadata } = columns.get(property)!;
    const stored = rows.map((row) => driver.preparePersistentValue(row[property as keyof T], metadata));
    if (stored.every((value) => value === stored[0])) {
      set.push(`${column} = ?`);
      parameters.push(stored[0]);
    } else {
      set.push(
        `${column} = CASE ${columns.get('id')!.name} ${rows.map(() => 'WHEN ? THEN ?').join(' ')} END`,
      );
      parameters.push(...stored.flatMap((value, index) => [rows[index]!.id, value]));
    }
  }
  if (version) set.push(`${version} = ${version} + 1`);
  const sql = `UPDATE ${name}${byId(manager)} SET ${set.join(', ')} WHERE ${condition}`;
  await manager.query(sql, [...parameters, ...values]);
}

/**
 * Inserts rows in one statement.
 * @param rows at least one; all with the same properties
 */
export async function insertRows<T extends object>(
  manager: EntityManager,
  entity: Entity<T>,
  rows: readonly Partial<T>[],
): Promise<void> {
  const { driver, name, columns } = tableOf(manager, entity);
  const each = rows.map((row) => assigned(driver, columns, row));
  const tuple = `(${placeholders(each[0]!.names)})`;
  const sql = `INSERT INTO ${name} (${each[0]!.names.join(', ')}) VALUES ${each.map(() => tuple).join(', ')}`;
  await manager.query(
    sql,
    each.flatMap(({ values }) => values),
  );
}

/** Inserts a row and returns its generated id. Columns that are missing or undefined get their default. */
export async function insertRow<T extends object>(
  manager: EntityManager,
  entity: Entity<T>,
  row: Partial<T>,
): Promise<number> {
  const { driver, name, columns } = tableOf(manager, entity);
  const { names, values } = assigned(driver, columns, row);
  const sql = `INSERT INTO ${name} (${names.join(', ')}) VALUES (${placeholders(values)})`;
  const raw = await manager.query<number | { insertId: number }>(sql, values);
  return typeof raw === 'number' ? raw : raw.insertId;
}

/** Returns a question mark for each value, separated by commas: for lists such as `IN (…)`. */
export function placeholders(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}

function where(
  driver: Driver,
  columns: Table['columns'],
  match: object,
): { condition: string; values: unknown[] } {
  const conditions: string[] = [];
  const values: unknown[] = [];
  for (const [property, wanted] of Object.entries(match)) {
    const { name, metadata } = columns.get(property)!;
    if (wanted === null) {
      conditions.push(`${name} IS NULL`);
      continue;
    }
    const each: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
    conditions.push(each.length === 1 ? `${name} = ?` : `${name} IN (${placeholders(each)})`);
    for (const value of each) values.push(driver.preparePersistentValue(value, metadata));
  }
  return { condition: conditions.join(' AND '), values };
}

function assigned(
  driver: Driver,
  columns: Table['columns'],
  row: object,
): { names: string[]; values: unknown[] } {
  const names: string[] = [];
  const values: unknown[] = [];
  for (const [property, value] of Object.entries(row)) {
    if (value === undefined) continue;
    const { name, metadata } = columns.get(property)!;
    names.push(name);
    values.push(driver.preparePersistentValue(value, metadata));
  }
  return { names, values };
}

function tableOf(manager: EntityManager, entity: Entity<object>): Table {
  const metadata = manager.dataSource.getMetadata(entity);
  let table = tables.get(metadata);
  if (!table) {
    const { driver } = manager.dataSource;
    const escaped = (column: ColumnMetadata) => driver.escape(column.databaseName);
    const columns = metadata.columns.map((each) => ({ metadata: each, name: escaped(each) }));
    const loaded = columns.filter((column) => column.metadata.isSelect);
    table = {
      driver,
      name: driver.escape(metadata.tableName),
      columns: new Map(columns.map((column) => [column.metadata.propertyName, column])),
      loaded,
      select: loaded.map(({ name }) => name).join(', '),
      version: metadata.versionColumn && escaped(metadata.versionColumn),
    };
    tables.set(metadata, table);
  }
  return table;
}
