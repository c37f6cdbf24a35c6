import { openBackup, restoreBackup, rowsIn } from '@app/backup';
import { loadConfig, SystemClock } from '@app/platform';
import { requireEncryptionKey, withDatabase } from '../context.js';

/** `latchkey restore FILE`: restores a backup into an empty database. */
export async function restore(
  path: string,
  { check = false, keepSessions = false }: { check?: boolean; keepSessions?: boolean },
): Promise<void> {
  const config = loadConfig();
  const backup = await openBackup(path, requireEncryptionKey(config));
  const { header } = backup;
  const what = `${rowsIn(header)} rows as of ${header.taken_at}`;
  if (check) return console.log(`${path} is intact and matches the encryption key: ${what}.`);

  const { migrated } = await withDatabase(config, { new: true }, (dataSource) =>
    restoreBackup(dataSource, backup, { keepSessions, now: new SystemClock().now() }),
  );
  const lines = [`Restored ${what}. Later changes are lost.`];
  if (migrated.length > 0) lines.push(`Migrated: ${migrated.join(', ')}`);
  lines.push(
    keepSessions
      ? 'The sessions in the backup are live again, including those that were logged out or kicked after the backup.'
      : 'No sessions were kept: clients must log in again.',
  );
  console.log(lines.join('\n'));
}
