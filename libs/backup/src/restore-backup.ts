import type { DataSource } from 'typeorm';
import {
  isSqlite,
  migrateFilled,
  revertAll,
  schemaAt,
  SERVER_IS_RUNNING,
  type ServerLock,
  serverLock,
  type TableShape,
} from '@app/database';
import { errorMessage, StartupError } from '@app/platform';
import { insertRows } from './insert-rows.js';
import type { BackupHeader } from './header.js';
import type { Backup } from './open-backup.js';
import { isLeftOut, type RestoreOptions } from './restore-transforms.js';

export interface Restored {
  /** Migrations that ran after the rows were restored. */
  readonly migrated: readonly string[];
}

/**
 * Restores a backup into an empty database of either engine, and migrates the database to this version. On failure the
 * database is empty again.
 * @throws StartupError if the database is not empty or a server uses it
 */
export async function restoreBackup(
  dataSource: DataSource,
  backup: Backup,
  options: RestoreOptions,
): Promise<Restored> {
  const { header } = backup;
  await requireShape(header);
  const lock = serverLock(dataSource);
  if ((await lock.take()) !== 'taken') throw new StartupError(SERVER_IS_RUNNING);
  let hasBegun = false;
  try {
    const migrated = await migrateFilled(dataSource, header.migrations.length, (runner) => {
      hasBegun = true;
      return insertRows(runner, backup, options);
    });
    return { migrated };
  } catch (error) {
    // SQLite has rolled everything back.
    if (hasBegun && !isSqlite(dataSource)) await empty(dataSource, lock, error);
    throw error;
  } finally {
    await lock.release();
  }
}

/**
 * Removes the restored rows, which MySQL keeps if a later migration fails.
 * @throws StartupError if rows may remain
 */
async function empty(dataSource: DataSource, lock: ServerLock, reason: unknown): Promise<void> {
  try {
    // If the connection was lost, the lock was lost too, and a server may have started on the database since then.
    if ((await lock.renew()) || (await lock.take()) === 'taken') return await revertAll(dataSource);
  } catch {
    // The error below reports that rows may remain.
  }
  throw new StartupError(
    `${errorMessage(reason)}. The database may contain a part of the backup. Drop it and create it again before ` +
      'you repeat the restore.',
  );
}

/** Validates the names of tables and columns, because they become part of SQL statements. */
async function requireShape({ migrations, tables }: BackupHeader): Promise<void> {
  const shapes = (await schemaAt(migrations.length)).filter(({ name }) => !isLeftOut(name));
  if (inWords(shapes) !== inWords(tables)) {
    throw new StartupError('The tables of the backup do not match the Latchkey version in its header');
  }
}

function inWords(tables: readonly Pick<TableShape, 'name' | 'columns'>[]): string {
  return tables.map(({ name, columns }) => `${name}(${columns.join()})`).join();
}
