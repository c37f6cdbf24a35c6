import type { DataSource } from 'typeorm';
import { requireFree, rowsIn, takeBackup } from '@app/backup';
import { inTransaction } from '@app/database';
import { Listeners, Outbox } from '@app/events';
import { errorMessage, loadConfig, SystemClock } from '@app/platform';
import { requireEncryptionKey, withDatabase } from '../context.js';

const MAX_REASON = 500;

/** `latchkey backup FILE`: writes a backup with every change that was acknowledged before the command started. */
export async function backup(path: string): Promise<void> {
  requireFree(path);
  const config = loadConfig();
  const key = requireEncryptionKey(config);
  const now = new SystemClock().now();
  const header = await withDatabase(config, {}, async (dataSource) => {
    try {
      return await takeBackup(dataSource, path, key, now);
    } catch (error) {
      // If the event about the failure cannot be written either, only the error of the backup is reported.
      await tellFailure(dataSource, error, now).catch(() => undefined);
      throw error;
    }
  });
  console.log(
    `${path} holds ${rowsIn(header)} rows as of ${header.taken_at}.\n` +
      `Restoring it requires the encryption key with the fingerprint ${header.key}: keep ENCRYPTION_KEY, ` +
      'or the file DATA_DIR/secret.key, in a different place.',
  );
}

/** Writes an event about the failed backup. The running server sends the event to webhooks. */
async function tellFailure(dataSource: DataSource, error: unknown, now: number): Promise<void> {
  const reason = errorMessage(error).slice(0, MAX_REASON);
  await inTransaction(dataSource, async (manager) => {
    const outbox = Outbox.for(await Listeners.load(manager));
    await outbox.write(manager, now, { type: 'backup.failed', applicationId: null, data: { reason } });
  });
}
