import type { DataSource } from 'typeorm';
import { dataSourceOptions, openDataSource, openExisting, requireKeyForSecrets } from '@app/database';
import {
  type AppConfig,
  findEncryptionKey,
  loadConfig,
  loadEncryptionKey,
  SecretBox,
  StartupError,
} from '@app/platform';

/** The resources of a command: the configuration, database and key that the server uses too. */
export interface Context {
  config: AppConfig;
  dataSource: DataSource;
  secrets: SecretBox;
}

/** Options of a command that can create the database. */
export interface OptionalFirst {
  /** Creates the database, and the key if the command needs one. Without this option, the command creates neither. */
  readonly new?: boolean;
}

/** Runs a command with the database and the encryption key, and closes the database afterwards. */
export async function withContext<T>(
  mayBeFirst: OptionalFirst,
  command: (context: Context) => Promise<T>,
): Promise<T> {
  const config = loadConfig();
  return withDatabase(config, mayBeFirst, async (dataSource) => {
    await requireKeyForSecrets(dataSource, config);
    const { security, database } = config;
    const key = mayBeFirst.new ? loadEncryptionKey(security, database.dataDir) : requireEncryptionKey(config);
    return command({ config, dataSource, secrets: new SecretBox(key) });
  });
}

/** Runs a command that needs only the database. */
export async function withDatabase<T>(
  { database }: AppConfig,
  { new: isNew = false }: OptionalFirst,
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
 * Returns the server's encryption key. A missing key is not created, since a new key could not decrypt the stored
 * secrets.
 * @throws StartupError if there is no key
 */
export function requireEncryptionKey({ security, database: { dataDir } }: AppConfig): Buffer {
  const key = findEncryptionKey(security, dataDir);
  if (key) return key;
  throw new StartupError(
    `No encryption key was found: neither ENCRYPTION_KEY nor the file secret.key in DATA_DIR (${dataDir}). ` +
      'Provide the key of the server.',
  );
}
