import type { DataSource } from 'typeorm';
import { dataSourceOptions, openDataSource, openExisting, requireKeyOf } from '@app/database';
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

/** Of every command that could be the first on a database. */
export interface MayBeFirst {
  /** Makes the database and the key where there are none. Otherwise a command works on what a server has made. */
  readonly new?: boolean;
}

/** Runs a command with the database open and the key of its secrets, and closes it afterwards. */
export async function withContext<T>(
  mayBeFirst: MayBeFirst,
  command: (context: Context) => Promise<T>,
): Promise<T> {
  const config = loadConfig();
  return withDatabase(config, mayBeFirst, async (dataSource) => {
    await requireKeyOf(dataSource, config);
    const { security, database } = config;
    const key = mayBeFirst.new ? loadEncryptionKey(security, database.dataDir) : requireEncryptionKey(config);
    return command({ config, dataSource, secrets: new SecretBox(key) });
  });
}

/** Runs what needs the database alone. */
export async function withDatabase<T>(
  { database }: AppConfig,
  { new: isNew = false }: MayBeFirst,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const open = isNew ? openDataSource : openExisting;
  const dataSource = await open(dataSourceOptions(database));
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
