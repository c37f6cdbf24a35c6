import type { QueryRunner, Table } from 'typeorm';
import { createDataSource } from './data-source.js';
import { migrate } from './migrate.js';
import { MIGRATIONS } from './migrations/index.js';

/** A table as the migrations make it, on either engine. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of its primary key. */
  readonly key: readonly string[];
  /** Whether the database makes up its ids. */
  readonly hasMadeIds: boolean;
}

/**
 * The tables that there are after the first `count` migrations, those that others refer to first. They are asked of a
 * database in memory, which these migrations have made.
 */
export async function schemaAt(count: number): Promise<TableShape[]> {
  const migrations = MIGRATIONS.slice(0, count);
  const dataSource = createDataSource({ type: 'better-sqlite3', database: ':memory:', migrations });
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await migrate(dataSource);
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
