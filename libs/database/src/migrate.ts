import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { ConfigurationError, NotReadyError, StartupError } from '@app/platform';
import { isSqlite } from './engine.js';
import { MIGRATIONS } from './migrations/index.js';
import { compareByteForByte } from './migrations/table-builder.js';
import { LOCK_REFUSALS, SERVER_IS_RUNNING, serverLock, takeSoon } from './server-lock.js';

const LOCK_WAIT_SECONDS = 60;

/** A process that migrates the database. */
export type Migrator = 'command' | 'server without Redis' | 'server with Redis';

/**
 * Migrates the database to this version's schema and returns the names of the migrations that ran. When several
 * processes start at once, one migrates and the others wait for it. While migrations run, no server without Redis can
 * run; servers with Redis can, unless the migrating process is a server without Redis.
 * @throws StartupError if a migration has to run and a server prevents it; nothing was changed
 */
export async function migrate(dataSource: DataSource, migrator: Migrator = 'command'): Promise<string[]> {
  const lock = serverLock(dataSource);
  let done: string[] = [];
  // Each attempt is a transaction of its own, so that a server that is stopping can still write to SQLite.
  const attempt = () =>
    alone(dataSource, async (executor, runner) => {
      await refuseNewerSchema(runner);
      await refuseForeignTables(runner);
      if (await isUpToDate(executor, runner)) return 'taken';
      const outcome = await lock.take();
      if (outcome !== 'taken' && !(outcome === 'shared' && migrator !== 'server without Redis'))
        return outcome;
      done = await executePending(executor, runner);
      return 'taken';
    });
  try {
    const outcome = await takeSoon(attempt);
    if (outcome === 'taken') return done;
    throw new StartupError(migrator === 'command' ? SERVER_IS_RUNNING : LOCK_REFUSALS[outcome]);
  } finally {
    await lock.release();
  }
}

/**
 * Reverts the newest migration. Returns its name, or `undefined` if there is none.
 * @param confirm gets the name before the migration is reverted; it throws to refuse
 */
export async function revert(
  dataSource: DataSource,
  confirm: (name: string) => void = () => undefined,
): Promise<string | undefined> {
  return alone(dataSource, async (executor, runner) => {
    await refuseNewerSchema(runner);
    const [newest] = await executor.getExecutedMigrations();
    if (!newest) return undefined;
    confirm(newest.name);
    await executor.undoLastMigration();
    return newest.name;
  });
}

/** Reverts all migrations, which leaves the database empty. */
export async function revertAll(dataSource: DataSource): Promise<void> {
  await alone(dataSource, undoAll);
}

/**
 * Creates the schema of the first `count` migrations, fills it, and migrates it to this version's schema. No other
 * process can migrate at the same time. After a failure SQLite is unchanged; on MySQL, tables and rows may remain.
 * @returns the names of the migrations that ran on the filled schema
 * @throws StartupError when the database is not empty or has tables of other software
 */
export async function migrateFilled(
  dataSource: DataSource,
  count: number,
  fill: (runner: QueryRunner) => Promise<void>,
): Promise<string[]> {
  return alone(dataSource, async (executor, runner) => {
    await refuseNewerSchema(runner);
    await requireEmpty(runner);
    await refuseForeignTables(runner);
    // Empty tables may exist if another process has migrated the database or an earlier attempt was killed.
    await undoAll(executor);
    const oldestFirst = (await executor.getPendingMigrations()).slice(0, count);
    for (const migration of oldestFirst) await executor.executeMigration(migration);
    await fill(runner);
    return executePending(executor, runner);
  });
}

async function isUpToDate(executor: MigrationExecutor, runner: QueryRunner): Promise<boolean> {
  // TypeORM would create the table.
  if (!(await runner.hasTable('migrations'))) return false;
  return (await executor.getPendingMigrations()).length === 0;
}

async function executePending(executor: MigrationExecutor, runner: QueryRunner): Promise<string[]> {
  if ((await executor.getPendingMigrations()).length === 0) return [];
  // The first migration already set the collation, but a dump that was loaded into another database does not contain
  // this setting.
  if (!isSqlite(runner.dataSource)) await compareByteForByte(runner);
  const done = await executor.executePendingMigrations();
  return done.map(({ name }) => name);
}

async function undoAll(executor: MigrationExecutor): Promise<void> {
  while ((await executor.getExecutedMigrations()).length > 0) await executor.undoLastMigration();
}

async function requireEmpty(runner: QueryRunner): Promise<void> {
  for (const { tableName } of runner.dataSource.entityMetadatas) {
    if (!(await runner.hasTable(tableName))) continue;
    const [row] = await runner.query(`SELECT 1 FROM \`${tableName}\` LIMIT 1`);
    if (!row) continue;
    throw new StartupError(
      `The database is not empty: its table ${tableName} has rows. Nothing was changed. ` +
        'Set DATABASE_URL or DATA_DIR to an empty database, or move the existing one away.',
    );
  }
}

type Work<T> = (executor: MigrationExecutor, runner: QueryRunner) => Promise<T>;

/** Runs `work` while no other process migrates the same database. */
async function alone<T>(dataSource: DataSource, work: Work<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  const executor = new MigrationExecutor(dataSource, runner);
  const locked = isSqlite(dataSource) ? inOneTransaction : underNamedLock;
  try {
    return await locked(runner, executor, () => work(executor, runner));
  } finally {
    await runner.release();
  }
}

/**
 * Runs work on SQLite in one transaction, whose write lock excludes other processes. A failure rolls everything back.
 */
async function inOneTransaction<T>(
  runner: QueryRunner,
  executor: MigrationExecutor,
  work: () => Promise<T>,
): Promise<T> {
  executor.transaction = 'none';
  // On SQLite, a table is dropped to rebuild it. With this pragma, the drop does not delete the rows that refer to the
  // table. The pragma has an effect only outside a transaction.
  await runner.query('PRAGMA foreign_keys = OFF');
  await runner.startTransaction();
  try {
    const result = await work();
    await runner.commitTransaction();
    return result;
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  } finally {
    await runner.query('PRAGMA foreign_keys = ON');
  }
}

/** Runs work on MySQL under a named lock, since DDL is not transactional there. */
async function underNamedLock<T>(
  runner: QueryRunner,
  executor: MigrationExecutor,
  work: () => Promise<T>,
): Promise<T> {
  executor.transaction = 'each';
  const lock = `latchkey-migrate-${await runner.getCurrentDatabase()}`.slice(0, 64);
  const [{ granted }] = await runner.query('SELECT GET_LOCK(?, ?) AS granted', [lock, LOCK_WAIT_SECONDS]);
  if (Number(granted) !== 1) {
    throw new NotReadyError(
      `Another process has been migrating the database for over ${LOCK_WAIT_SECONDS} seconds`,
    );
  }
  try {
    return await work();
  } finally {
    // A failure is harmless: if the connection was lost, the lock was lost too.
    await runner.query('SELECT RELEASE_LOCK(?)', [lock]).catch(() => undefined);
  }
}

/** Refuses a database whose tables belong to other software, since `revert` would delete them. */
async function refuseForeignTables(runner: QueryRunner): Promise<void> {
  if (await runner.hasTable('migrations')) return;
  for (const { tableName } of runner.dataSource.entityMetadatas) {
    if (!(await runner.hasTable(tableName))) continue;
    throw new ConfigurationError(
      `The database belongs to another application: it has a table ${tableName}, but no table migrations. ` +
        'Nothing was changed. Set DATABASE_URL or DATA_DIR to a database of Latchkey alone.',
    );
  }
}

async function refuseNewerSchema(runner: QueryRunner): Promise<void> {
  if (!(await runner.hasTable('migrations'))) return;
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const rows: { name: string }[] = await runner.query('SELECT name FROM migrations');
  const unknown = rows.map(({ name }) => name).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new ConfigurationError(
      `The database was made by a newer version of Latchkey (unknown migrations: ${unknown.join(', ')}). ` +
        'Run that version, or restore a backup taken by this one.',
    );
  }
}
