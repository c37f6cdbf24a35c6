/** If a process lived for at least this many milliseconds, its death counts as unrelated to its start. */
const LONG_LIFE_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Returns the milliseconds to wait before a dead process is replaced.
 * @param lifeMs lifetime of the process
 * @param quickDeaths number of consecutive early deaths before this one
 */
export function restartDelayMs(lifeMs: number, quickDeaths: number): number {
  if (lifeMs >= LONG_LIFE_MS) return 0;
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** quickDeaths);
}
