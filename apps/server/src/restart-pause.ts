/** Whoever lived for so long did not die of how it was started. */
const LONG_LIFE_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Milliseconds to wait before a process is started in the place of one that died.
 * @param lifeMs how long it lived
 * @param quickDeaths how many before it, one after another, died soon
 */
export function pauseAfter(lifeMs: number, quickDeaths: number): number {
  if (lifeMs >= LONG_LIFE_MS) return 0;
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** quickDeaths);
}
