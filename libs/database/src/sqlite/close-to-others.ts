import { chmodSync, statSync } from 'node:fs';
import { type AppConfig, ConfigurationError, errorMessage, fileFault, mayBeWeak } from '@app/platform';

/** What a file's mode gives to those who are neither its owner nor of its group. */
const OTHERS = 0o007;
const OWNER_ALONE = 0o600;
/** SQLite keeps what was written last beside the database. */
const SUFFIXES = ['', '-wal', '-shm'];

/**
 * Takes the SQLite database away from others on the machine, who could read the files that earlier versions made. Their
 * mode is left alone where it is closed to them, such as 0640 for a group that makes copies.
 * @param path of the database
 * @returns words for the log, of each file that was open
 * @throws ConfigurationError when there can be no such file, and in production, when the mode cannot be changed
 */
export function closeToOthers(path: string, { security }: AppConfig): string[] {
  if (process.platform === 'win32') return [];
  return SUFFIXES.map((suffix) => path + suffix).flatMap((file) => {
    const mode = modeOf(file);
    if ((mode & OTHERS) === 0) return [];
    const found = `Everybody on this machine could use ${file} (mode ${(mode & 0o777).toString(8)})`;
    try {
      chmodSync(file, OWNER_ALONE);
      return [`${found}: it is 600 now`];
    } catch (error) {
      const words = `${found}, and that cannot be changed: ${errorMessage(error)}. chmod 600 ${file}`;
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
