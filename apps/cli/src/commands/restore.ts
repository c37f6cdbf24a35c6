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
  if (check) return console.log(`${path} is whole and fits the encryption key: ${what}.`);

  const { migrated } = await withDatabase(config, { new: true }, (dataSource) =>
    restoreBackup(dataSource, backup, { keepSessions, now: new SystemClock().now() }),
  );
  const lines = [`Restored ${what}. What was done after that is undone.`];
  if (migrated.length > 0) lines.push(`Migrated: ${migrated.join(', ')}`);
  lines.push(
    keepSessions
      ? 'Clients that were logged in then are so again: also those that have logged out or were kicked since.'
      : 'Clients log in again: no session was kept.',
  );
  console.log(lines.join('\n'));
}
