import { statSync } from 'node:fs';
import { rowsIn, takeBackup } from '@app/backup';
import { fileFault, loadConfig, StartupError, SystemClock } from '@app/platform';
import { requireEncryptionKey, withDatabase } from '../context.js';

/** `latchkey backup FILE`: the backup contains every change acknowledged before the command started. */
export async function backup(path: string): Promise<void> {
  requireFree(path);
  const config = loadConfig();
  const key = requireEncryptionKey(config);
  const header = await withDatabase(config, {}, (dataSource) =>
    takeBackup(dataSource, path, key, new SystemClock().now()),
  );
  console.log(
    `${path} holds ${rowsIn(header)} rows as of ${header.taken_at}.\n` +
      `Restoring it requires the encryption key with the fingerprint ${header.key}: keep ENCRYPTION_KEY, ` +
      'or the file DATA_DIR/secret.key, in a different place.',
  );
}

/** Refuses to overwrite a file. */
function requireFree(path: string): void {
  let there;
  try {
    there = statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new StartupError(`The backup cannot be written: ${fileFault(path, error)}`);
  }
  if (there) throw new StartupError(`There is a ${there.isDirectory() ? 'folder' : 'file'} ${path} already`);
}
