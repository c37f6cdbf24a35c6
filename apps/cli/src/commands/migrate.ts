import { migrate, revert } from '@app/database';
import { withContext } from '../context.js';

export async function migrateDatabase(): Promise<void> {
  const done = await withContext(({ dataSource }) => migrate(dataSource));
  console.log(done.length > 0 ? `Migrated: ${done.join(', ')}` : 'The database is up to date.');
}

export async function revertDatabase(): Promise<void> {
  const name = await withContext(({ dataSource }) => revert(dataSource));
  console.log(name ? `Reverted: ${name}` : 'There is no migration to revert.');
}
