import type { QueryRunner, Table } from 'typeorm';
import { createDataSource } from './data-source.js';
import { migrateFilled } from './migrate.js';
import { MIGRATIONS } from './migrations/index.js';

/** A table as created by the migrations, on either engine. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** True when the database generates the ids of the table's rows. */
  readonly hasMadeIds: boolean;
}

/**
 * Returns the tables that exist after the first `count` migrations, referenced tables first. To find these tables, the
 * function runs the migrations on an in-memory database.
 */
export async function schemaAt(count: number): Promise<TableShape[]> {
  const migrations = MIGRATIONS.slice(0, count);
  const dataSource = createDataSource({ type: 'better-sqlite3', database: ':memory:', migrations });
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await migrateFilled(dataSource, count, async () => undefined);
    return parentsFirst(await tablesOf(runner)).map(shapeOf);
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

async function tablesOf(runner: QueryRunner): Promise<Table[]> {
  const tables = await runner.getTables();
  return tables.filter(({ name }) => name !== 'migrations' && !name.startsWith('sqlite_'));
}

function parentsFirst(tables: readonly Table[]): Table[] {
  const waiting = new Map(tables.map((table) => [table.name, table]));
  const ordered: Table[] = [];
  const place = (name: string) => {
    const table = waiting.get(name);
    if (!table) return;
    waiting.delete(name);
    for (const { referencedTableName } of table.foreignKeys) place(referencedTableName);
    ordered.push(table);
  };
  for (const { name } of tables) place(name);
  return ordered;
}

function shapeOf({ name, columns }: Table): TableShape {
  return {
    name,
    columns: columns.map((column) => column.name),
    key: columns.filter(({ isPrimary }) => isPrimary).map((column) => column.name),
    hasMadeIds: columns.some(({ isGenerated }) => isGenerated),
  };
}
