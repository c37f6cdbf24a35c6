import { type QueryRunner, Table, type TableColumnOptions, TableForeignKey, TableIndex } from 'typeorm';
import { isSqlite } from '../engine.js';

/**
 * Returns column definitions with the same meaning on SQLite and MySQL. Migrations must not use entities, because
 * entities change later.
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
    bigWholeOrNull: (name: string) => define(name, bigint, nullable),
    intOrNull: (name: string) => define(name, integer, nullable),
    /** Optimistic lock counter, starting at 1 (`RowVersion`). */
    rowVersion: () => define('row_version', integer, { default: '1' }),
    epochMs: (name: string) => define(name, bigint),
    epochMsOrNull: (name: string) => define(name, bigint, nullable),
    flag: (name: string) => define(name, sqlite ? 'boolean' : 'tinyint'),
    flagOrNull: (name: string) => define(name, sqlite ? 'boolean' : 'tinyint', nullable),
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

/** Returns a foreign key to the `id` of another table. */
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
    // Set explicitly, because MariaDB reports the implicit default as RESTRICT, and MySQL as NO ACTION.
    onUpdate: 'NO ACTION',
  });
}

export function index(name: string, ...columnNames: string[]): TableIndex {
  return new TableIndex({ name, columnNames });
}

export function uniqueIndex(name: string, ...columnNames: string[]): TableIndex {
  return new TableIndex({ name, columnNames, isUnique: true });
}

/**
 * Makes MySQL compare texts byte for byte in the tables that are created later. By default, MySQL would treat "A" as
 * "a", and `utf8mb4_bin` would still treat "a " as "a".
 */
export async function compareByteForByte(runner: QueryRunner): Promise<void> {
  const [{ version, current }] = await runner.query(
    'SELECT VERSION() AS version, default_collation_name AS current FROM information_schema.schemata ' +
      'WHERE schema_name = DATABASE()',
  );
  const collation = /mariadb/i.test(version) ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
  if (current !== collation) await runner.query(`ALTER DATABASE CHARACTER SET utf8mb4 COLLATE ${collation}`);
}

/**
 * Creates a table. On MySQL, DDL is not transactional, so an incomplete earlier attempt may have left the table, which
 * is then kept.
 */
export async function createTable(
  runner: QueryRunner,
  name: string,
  columns: TableColumnOptions[],
  indices: TableIndex[],
  foreignKeys: TableForeignKey[] = [],
): Promise<void> {
  await runner.createTable(new Table({ name, columns, indices, foreignKeys }), true);
}

/**
 * Adds columns to a table that has rows. Each column must be nullable or have a default. TypeORM's own method would
 * copy the whole table on SQLite.
 */
export async function addColumns(
  runner: QueryRunner,
  table: string,
  columns: TableColumnOptions[],
): Promise<void> {
  for (const { name, type, length, isNullable, default: value } of columns) {
    // An incomplete earlier attempt may have left the column.
    if (await runner.hasColumn(table, name)) continue;
    const size = length ? `(${length})` : '';
    const rest = isNullable ? 'NULL' : `NOT NULL DEFAULT ${value}`;
    await runner.query(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}${size} ${rest}`);
  }
}

/** Drops columns of a table. Columns dropped by an incomplete earlier attempt are skipped. */
export async function dropColumns(runner: QueryRunner, table: string, names: string[]): Promise<void> {
  for (const name of names) {
    if (await runner.hasColumn(table, name)) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${name}`);
  }
}

/** Adds indices to a table. Indices left by an incomplete earlier attempt are kept. */
export async function addIndices(runner: QueryRunner, table: string, indices: TableIndex[]): Promise<void> {
  const existing = await indexNames(runner, table);
  for (const { name, columnNames, isUnique } of indices) {
    if (!existing.has(name)) {
      await runner.query(
        `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${name} ON ${table} (${columnNames.join(', ')})`,
      );
    }
  }
}

/**
 * Changes the columns of an index. MySQL needs a single statement for this, since a foreign key may require the index.
 */
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

/** Drops indices of a table. Indices dropped by an incomplete earlier attempt are skipped. */
export async function dropIndices(runner: QueryRunner, table: string, names: string[]): Promise<void> {
  const existing = await indexNames(runner, table);
  for (const name of names.filter((each) => existing.has(each))) {
    await runner.query(isSqlite(runner.dataSource) ? `DROP INDEX ${name}` : `DROP INDEX ${name} ON ${table}`);
  }
}

/**
 * Returns the names of a table's indices. `getTable` is not used, since it caches the table. After raw SQL, `dropTable`
 * would then try to drop indices that no longer exist.
 */
async function indexNames(runner: QueryRunner, table: string): Promise<Set<string | undefined>> {
  const rows: { name: string }[] = isSqlite(runner.dataSource)
    ? await runner.query(`PRAGMA index_list(${table})`)
    : await runner.query(
        'SELECT index_name AS name FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ?',
        [table],
      );
  return new Set(rows.map(({ name }) => name));
}
