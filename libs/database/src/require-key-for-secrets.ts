import type { DataSource } from 'typeorm';
import { type AppConfig, findEncryptionKey, ConfigurationError } from '@app/platform';

/** Matches the names of columns whose texts are sealed with the encryption key. */
const SEALED = /_sealed$/;

/**
 * Refuses a database that contains sealed secrets if the key is missing, since a new key could not open them. Call this
 * function before anything is changed: before the migrations, and before a missing key is created. It works with the
 * schema of any version.
 * @throws ConfigurationError
 */
export async function requireKeyForSecrets(
  dataSource: DataSource,
  { security, database }: AppConfig,
): Promise<void> {
  if (findEncryptionKey(security, database.dataDir) || !(await hasSealedSecrets(dataSource))) return;
  throw new ConfigurationError(
    'The encryption key of the secrets in the database is missing: neither ENCRYPTION_KEY ' +
      `nor the file secret.key in DATA_DIR (${database.dataDir}) exists. Restore it; nothing was changed.`,
  );
}

async function hasSealedSecrets(dataSource: DataSource): Promise<boolean> {
  const runner = dataSource.createQueryRunner();
  try {
    for (const { tableName, columns } of dataSource.entityMetadatas) {
      for (const { databaseName } of columns.filter((column) => SEALED.test(column.databaseName))) {
        if (!(await runner.hasColumn(tableName, databaseName))) continue;
        const rows = await runner.query(
          `SELECT 1 FROM \`${tableName}\` WHERE \`${databaseName}\` IS NOT NULL LIMIT 1`,
        );
        if (rows.length > 0) return true;
      }
    }
    return false;
  } finally {
    await runner.release();
  }
}
