import { migrate, requireKeyForSecrets, revert, serverLock } from '@app/database';
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

/** @param confirmed true when the operator passed `--yes` */
export async function revertDatabase(confirmed: boolean): Promise<void> {
  const name = await withDatabase(loadConfig(), {}, async (dataSource) => {
    if (!confirmed) {
      throw new StartupError(
        'This deletes everything that the newest migration created, including its data. Take a backup, then run: revert --yes',
      );
    }
    const lock = serverLock(dataSource);
    if ((await lock.take()) !== 'taken')
      throw new StartupError('A server is running on this database. Stop it first.');
    try {
      return await revert(dataSource);
    } finally {
      await lock.release();
    }
  });
  console.log(name ? `Reverted: ${name}` : 'There is no migration to revert.');
}
