import { QueryFailedError, type QueryRunner } from 'typeorm';
import { isSqlite, placeholders, type Value } from '@app/database';
import { errorMessage, StartupError } from '@app/platform';
import type { BackupTable } from './header.js';
import type { Backup } from './open-backup.js';
import { type Change, changeOf, nextIdOf, type RestoreOptions } from './restore-transforms.js';

/** Inserts all rows of a backup into existing empty tables, in one transaction. */
export async function insertRows(
  runner: QueryRunner,
  backup: Backup,
  options: RestoreOptions,
): Promise<void> {
  const { tables } = backup.header;
  // On SQLite, the transaction that created the tables is still open.
  if (isSqlite(runner.dataSource)) {
    await insertAll(runner, backup, options);
    await setSqliteSequences(runner, tables, options);
    await requireParents(runner);
    return;
  }
  await setAutoIncrements(runner, tables, options);
  await runner.startTransaction('READ COMMITTED');
  try {
    await insertAll(runner, backup, options);
    await runner.commitTransaction().catch((error: unknown) => {
      throw notCommitted(error);
    });
  } catch (error) {
    await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}

async function insertAll(runner: QueryRunner, backup: Backup, options: RestoreOptions): Promise<void> {
  let table: BackupTable | undefined;
  let change: Change | undefined;
  for await (const batch of backup.batches()) {
    if (table !== batch.table) {
      ({ table } = batch);
      change = changeOf(table.name, table.columns, options);
    }
    const rows = batch.lines.flatMap((line) => {
      const values = JSON.parse(line.toString()) as Value[];
      const changed = change ? change(values) : values;
      return changed ? [changed] : [];
    });
    if (rows.length > 0) await insert(runner, table, rows);
  }
}

async function insert(
  runner: QueryRunner,
  { name, columns }: BackupTable,
  rows: readonly Value[][],
): Promise<void> {
  const names = columns.map((column) => `\`${column}\``).join(', ');
  const tuple = `(${placeholders(columns)})`;
  const sql = `INSERT INTO \`${name}\` (${names}) VALUES ${rows.map(() => tuple).join(', ')}`;
  try {
    await runner.query(sql, rows.flat());
  } catch (error) {
    // Throws a new error, because the original error contains the values.
    const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
    throw new StartupError(`The table ${name} could not be filled: ${errorMessage(cause)}`);
  }
}

/**
 * Adds a possible reason to the error: a cluster checks the size of a transaction at the commit, and Group Replication
 * does not say why it refuses the commit.
 */
function notCommitted(error: unknown): StartupError {
  return new StartupError(
    `The rows could not be committed: ${errorMessage(error)}. If the database is a cluster, the transaction may be too ` +
      'large: raise group_replication_transaction_size_limit or wsrep_max_ws_size until the restore has ended',
  );
}

/** Checks foreign keys: SQLite does not enforce them in the transaction that runs the migrations. */
async function requireParents(runner: QueryRunner): Promise<void> {
  const orphans: { table: string }[] = await runner.query('PRAGMA foreign_key_check');
  if (orphans.length > 0) {
    throw new StartupError(
      `A row of the table ${orphans[0]!.table} refers to a row that is not in the backup`,
    );
  }
}

async function setSqliteSequences(
  runner: QueryRunner,
  tables: readonly BackupTable[],
  options: RestoreOptions,
): Promise<void> {
  for (const table of tables) {
    const nextId = nextIdOf(table, options);
    if (nextId === undefined) continue;
    await runner.query('DELETE FROM sqlite_sequence WHERE name = ?', [table.name]);
    await runner.query('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [table.name, nextId - 1]);
  }
}

/** Sets the next ids. MySQL's ALTER TABLE commits implicitly, so this function is called before the transaction. */
async function setAutoIncrements(
  runner: QueryRunner,
  tables: readonly BackupTable[],
  options: RestoreOptions,
): Promise<void> {
  for (const table of tables) {
    const nextId = nextIdOf(table, options);
    if (nextId !== undefined) await runner.query(`ALTER TABLE \`${table.name}\` AUTO_INCREMENT = ${nextId}`);
  }
}
