import { existsSync } from 'node:fs';
import { rowsIn, takeBackup } from '@app/backup';
import { loadConfig, StartupError, SystemClock } from '@app/platform';
import { requireEncryptionKey, withDatabase } from '../context.js';

/** `latchkey backup FILE`: everything that was acknowledged before it began is in it. */
export async function backup(path: string): Promise<void> {
  const config = loadConfig();
  const key = requireEncryptionKey(config);
  if (existsSync(path)) throw new StartupError(`There is a file ${path} already`);
  const header = await withDatabase(config, {}, (dataSource) =>
    takeBackup(dataSource, path, key, new SystemClock().now()),
  );
  console.log(
    `${path} holds ${rowsIn(header)} rows as of ${header.taken_at}.\n` +
      `It is of no use without the encryption key with the fingerprint ${header.key}: keep ENCRYPTION_KEY, ` +
      'or the file DATA_DIR/secret.key, in another place.',
  );
}
