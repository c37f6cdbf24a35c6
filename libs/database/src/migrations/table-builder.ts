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
    id: () => define('id', integer, generated),
    bigId: () => define('id', bigint, generated),
    int: (name: string) => define(name, integer),
    intOrNull: (name: string) => define(name, integer, nullable),
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
