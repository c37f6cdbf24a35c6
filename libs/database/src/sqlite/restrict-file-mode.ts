import { chmodSync, statSync } from 'node:fs';
import { type AppConfig, ConfigurationError, errorMessage, fileFault, mayBeWeak } from '@app/platform';

/** File mode bits for users who are neither the owner nor in the group. */
const OTHERS = 0o007;
const OWNER_ALONE = 0o600;
/**
 * Suffixes of the database file and of the files beside it, in which SQLite keeps the latest writes and their index.
 */
const SUFFIXES = ['', '-wal', '-shm'];

/**
 * Removes the access of the machine's other accounts to the SQLite database, since earlier versions of Latchkey created
 * world-readable files. A mode that already denies access to others, such as 0640 for a backup group, is kept.
 * @param path of the database
 * @returns a log message for each file that others could access
 * @throws ConfigurationError if the path cannot be accessed or, in production, if the mode cannot be changed
 */
export function restrictFileMode(path: string, { security }: AppConfig): string[] {
  if (process.platform === 'win32') return [];
  return SUFFIXES.map((suffix) => path + suffix).flatMap((file) => {
    const mode = modeOf(file);
    if ((mode & OTHERS) === 0) return [];
    const found = `Other accounts on this machine can access ${file} (mode ${(mode & 0o777).toString(8)})`;
    try {
      chmodSync(file, OWNER_ALONE);
      return [`${found}: it is 600 now`];
    } catch (error) {
      const words = `${found}, and the mode cannot be changed: ${errorMessage(error)}. Run: chmod 600 ${file}`;
      if (!mayBeWeak(security, 'DATA_DIR')) throw new ConfigurationError(words);
      return [words];
    }
  });
}

function modeOf(file: string): number {
  try {
    return statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  } catch (error) {
    throw new ConfigurationError(`The database in DATA_DIR cannot be opened: ${fileFault(file, error)}`);
  }
}
