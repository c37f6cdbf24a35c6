import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { DataSource, DataSourceOptions } from 'typeorm';
import { StartupError } from '@app/platform';
import { openDataSource } from './data-source.js';

/**
 * Connects to a database that a server or a command has already created. Creates nothing.
 * @throws StartupError if there is no database; the message contains advice in case the server's settings are missing
 */
export async function openExisting(options: DataSourceOptions): Promise<DataSource> {
  if (options.type === 'better-sqlite3') {
    const where = `in ${resolve(dirname(options.database))} (DATA_DIR)`;
    if (!existsSync(options.database)) throw noDatabase(where);
    return openMigrated(options, where);
  }
  return openMigrated(options, 'at DATABASE_URL');
}

async function openMigrated(options: DataSourceOptions, where: string): Promise<DataSource> {
  const dataSource = await openDataSource(options);
  const runner = dataSource.createQueryRunner();
  try {
    if (await runner.hasTable('migrations')) return dataSource;
  } finally {
    await runner.release();
  }
  await dataSource.destroy();
  throw noDatabase(where);
}

function noDatabase(where: string): StartupError {
  return new StartupError(
    `There is no Latchkey database ${where}. Start the server first, or use the server’s settings ` +
      '(DATA_DIR, DATABASE_URL). To create a new database here, use --new (apply, create-admin, migrate).',
  );
}
