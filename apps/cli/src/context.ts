import type { DataSource } from 'typeorm';
import { dataSourceOptions, openDataSource } from '@app/database';
import {
  type AppConfig,
  findEncryptionKey,
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
  return withDatabase(config, async (dataSource) => {
    const secrets = new SecretBox(loadEncryptionKey(config.security, config.database.dataDir));
    return command({ config, dataSource, secrets });
  });
}

/** Runs what needs the database alone. */
export async function withDatabase<T>(
  config: AppConfig,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = await openDataSource(dataSourceOptions(config.database));
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/**
 * The key that the servers have. None is made: a new one would fit nothing.
 * @throws StartupError when there is none
 */
export function requireEncryptionKey({ security, database: { dataDir } }: AppConfig): Buffer {
  const key = findEncryptionKey(security, dataDir);
  if (key) return key;
  throw new StartupError(
    `There is no encryption key: neither ENCRYPTION_KEY nor the file secret.key in DATA_DIR (${dataDir}). ` +
      'Give the one of the server.',
  );
}
