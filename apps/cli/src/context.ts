import type { DataSource } from 'typeorm';
import { createDataSource, dataSourceOptions } from '@app/database';
import {
  type AppConfig,
  errorMessage,
  loadConfig,
  loadEncryptionKey,
  SecretBox,
  StartupError,
} from '@app/platform';

/** What commands work with: the server's own configuration, database and key. */
export interface Context {
  config: AppConfig;
  dataSource: DataSource;
  secrets: SecretBox;
}

/** Runs a command with the database open, and closes it afterwards. */
export async function withContext<T>(command: (context: Context) => Promise<T>): Promise<T> {
  const config = loadConfig();
  const dataSource = createDataSource(dataSourceOptions(config.database));
  try {
    await dataSource.initialize();
  } catch (error) {
    throw new StartupError(`The database cannot be opened: ${errorMessage(error)}`);
  }
  try {
    const secrets = new SecretBox(loadEncryptionKey(config.security, config.database.dataDir));
    return await command({ config, dataSource, secrets });
  } finally {
    await dataSource.destroy();
  }
}
