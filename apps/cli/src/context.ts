import type { DataSource } from 'typeorm';
import { dataSourceOptions, openDataSource } from '@app/database';
import { type AppConfig, loadConfig, loadEncryptionKey, SecretBox } from '@app/platform';

/** What commands work with: the server's own configuration, database and key. */
export interface Context {
  config: AppConfig;
  dataSource: DataSource;
  secrets: SecretBox;
}

/** Runs a command with the database open, and closes it afterwards. */
export async function withContext<T>(command: (context: Context) => Promise<T>): Promise<T> {
  const config = loadConfig();
  const dataSource = await openDataSource(dataSourceOptions(config.database));
  try {
    const secrets = new SecretBox(loadEncryptionKey(config.security, config.database.dataDir));
    return await command({ config, dataSource, secrets });
  } finally {
    await dataSource.destroy();
  }
}
