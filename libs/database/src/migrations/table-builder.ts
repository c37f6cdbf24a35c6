import { type QueryRunner, Table, type TableColumnOptions, TableForeignKey, TableIndex } from 'typeorm';
import { isSqlite } from '../engine.js';

/**
 * Column definitions that mean the same on SQLite and on MySQL. Migrations are history: they use these and never the
 * entities, which go on changing.
 */
export function columnsFor(runner: QueryRunner) {
  const sqlite = isSqlite(runner.dataSource);
  const integer = sqlite ? 'integer' : 'int';
  const bigint = sqlite ? 'integer' : 'bigint';
  const nullable = { isNullable: true };
  const generated = { isPrimary: true, isGenerated: true, generationStrategy: 'increment' } as const;
  return {
    key: (name: string) => define(name, integer, { isPrimary: true }),
    textKey: (name: string, length: number) =>
      define(name, 'varchar', { length: String(length), isPrimary: true }),
    id: () => define('id', integer, generated),
    bigId: () => define('id', bigint, generated),
    int: (name: string) => define(name, integer),
    bigWhole: (name: string) => define(name, bigint),
    intOrNull: (name: string) => define(name, integer, nullable),
    /** Counts the changes of a row, from 1 (`RowVersion`). */
    rowVersion: () => define('row_version', integer, { default: '1' }),
    epochMs: (name: string) => define(name, bigint),
    epochMsOrNull: (name: string) => define(name, bigint, nullable),
    flag: (name: string) => define(name, sqlite ? 'boolean' : 'tinyint'),
    text: (name: string, length: number) => define(name, 'varchar', { length: String(length) }),
    textOrNull: (name: string, length: number) =>
      define(name, 'varchar', { length: String(length), ...nullable }),
    longText: (name: string) => define(name, sqlite ? 'text' : 'mediumtext'),
    longTextOrNull: (name: string) => define(name, sqlite ? 'text' : 'mediumtext', nullable),
  };
}

function define(name: string, type: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions {
  return { name, type, ...more };
}

/** A foreign key to the `id` of another table. */
export function foreignKey(
  name: string,
  column: string,
  table: string,
  onDelete = 'NO ACTION',
): TableForeignKey {
  return new TableForeignKey({
    name,
    columnNames: [column],
    referencedTableName: table,
    referencedColumnNames: ['id'],
    onDelete,
    // Said aloud: unsaid, MariaDB calls it RESTRICT and MySQL NO ACTION.
    onUpdate: 'NO ACTION',
  });
}

export function index(name: string, ...columnNames: string[]): TableIndex {
  return new TableIndex({ name, columnNames });
}

export function uniqueIndex(name: string, ...columnNames: string[]): TableIndex {
  return new TableIndex({ name, columnNames, isUnique: true });
}

/** Creates a table; one that a half-done earlier attempt left on MySQL, where DDL is not transactional, is kept. */
export async function createTable(
  runner: QueryRunner,
  name: string,
  columns: TableColumnOptions[],
  indices: TableIndex[],
  foreignKeys: TableForeignKey[] = [],
): Promise<void> {
  await runner.createTable(new Table({ name, columns, indices, foreignKeys }), true);
}

/** Adds columns to a table that has rows: each is nullable or has a default. TypeORM would copy the table on SQLite. */
export async function addColumns(
  runner: QueryRunner,
  table: string,
  columns: TableColumnOptions[],
): Promise<void> {
  for (const { name, type, length, isNullable, default: value } of columns) {
    // A half-done earlier attempt may have left it.
    if (await runner.hasColumn(table, name)) continue;
    const size = length ? `(${length})` : '';
    const rest = isNullable ? 'NULL' : `NOT NULL DEFAULT ${value}`;
    await runner.query(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}${size} ${rest}`);
  }
}

export async function dropColumns(runner: QueryRunner, table: string, names: string[]): Promise<void> {
  for (const name of names) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${name}`);
}

/** Adds indices to a table; those that a half-done earlier attempt left are kept. */
export async function addIndices(runner: QueryRunner, table: string, indices: TableIndex[]): Promise<void> {
  const existing = new Set((await runner.getTable(table))!.indices.map(({ name }) => name));
  for (const { name, columnNames } of indices) {
    if (!existing.has(name)) {
      await runner.query(`CREATE INDEX ${name} ON ${table} (${columnNames.join(', ')})`);
    }
  }
}

/** Gives an index other columns. On MySQL in one statement, since a foreign key may need it. */
export async function redefineIndex(
  runner: QueryRunner,
  table: string,
  { name, columnNames }: TableIndex,
): Promise<void> {
  const columns = columnNames.join(', ');
  if (isSqlite(runner.dataSource)) {
    await runner.query(`DROP INDEX ${name}`);
    await runner.query(`CREATE INDEX ${name} ON ${table} (${columns})`);
  } else {
    await runner.query(`ALTER TABLE ${table} DROP INDEX ${name}, ADD INDEX ${name} (${columns})`);
  }
}

export async function dropIndices(runner: QueryRunner, table: string, names: string[]): Promise<void> {
  for (const name of names) {
    await runner.query(isSqlite(runner.dataSource) ? `DROP INDEX ${name}` : `DROP INDEX ${name} ON ${table}`);
  }
}
