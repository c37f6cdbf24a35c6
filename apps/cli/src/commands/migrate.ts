import { migrate, requireKeyForSecrets, revert, SERVER_IS_RUNNING, serverLock } from '@app/database';
import { loadConfig, StartupError } from '@app/platform';
import { type OptionalFirst, withDatabase } from '../context.js';

export async function migrateDatabase(mayBeFirst: OptionalFirst): Promise<void> {
  const config = loadConfig();
  const done = await withDatabase(config, mayBeFirst, async (dataSource) => {
    await requireKeyForSecrets(dataSource, config);
    return migrate(dataSource);
  });
  console.log(done.length > 0 ? `Migrated: ${done.join(', ')}` : 'The database is up to date.');
}

/**
 * `latchkey revert MIGRATION`: reverts the newest migration. The operator must name this migration, so that no other
 * migration is reverted by mistake. After an upgrade that failed half-way, the newest migration may belong to the
 * previous version.
 */
export async function revertDatabase(migration: string | undefined): Promise<void> {
  const name = await withDatabase(loadConfig(), {}, async (dataSource) => {
    const lock = serverLock(dataSource);
    if ((await lock.take()) !== 'taken') throw new StartupError(SERVER_IS_RUNNING);
    try {
      return await revert(dataSource, (newest) => {
        if (newest !== migration) throw notNamed(newest, migration);
      });
    } finally {
      await lock.release();
    }
  });
  console.log(name ? `Reverted: ${name}` : 'There is no migration to revert.');
}

function notNamed(newest: string, migration: string | undefined): StartupError {
  const what = migration === undefined ? 'Nothing was reverted' : `${migration} is not the newest migration`;
  return new StartupError(
    `${what}. The newest migration is ${newest}; reverting it deletes the tables and columns that it created, ` +
      `and their data. To revert it, first take a backup, then run: revert ${newest}`,
  );
}
