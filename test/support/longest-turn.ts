import { setImmediate } from 'node:timers/promises';

/**
 * Measures the longest turn of this process's event loop while `work` runs, in milliseconds of the thread's CPU time.
 * No other request is served during a turn. Unlike wall-clock time, CPU time does not grow when other programs are
 * busy.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  const done = new AbortController();
  const watch = async () => {
    for (let before = process.threadCpuUsage(); !done.signal.aborted; before = process.threadCpuUsage()) {
      await setImmediate();
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
    }
  };
  const watching = watch();
  // A turn that started before the work does not count.
  await setImmediate();
  longest = 0;
  await work().finally(() => done.abort());
  await watching;
  return longest;
}

/** Returns the shortest of a few measurements of the same work, as `leastOf` does. */
export function leastTurnMs(enoughMs: number, work: () => Promise<unknown>): Promise<number> {
  return leastOf(enoughMs, () => longestTurnMs(work));
}

/**
 * Returns the shortest of a few measured turns, since some include compilation or garbage collection. A value above
 * `enoughMs` is scaled to a machine of normal speed.
 */
export async function leastOf(enoughMs: number, measure: () => Promise<number>): Promise<number> {
  let least = Infinity;
  for (let i = 0; i < 8 && least > enoughMs; i++) {
    const ms = await measure();
    least = Math.min(least, ms > enoughMs ? ms / slowness() : ms);
  }
  return least;
}

/** CPU time of `hashOnce` on a quiet machine with a core of 2020, in milliseconds. */
const ORDINARY_HASH_MS = 15;
const HASHED = new Uint8Array(16 * 1024 * 1024);
// Jest looks up globals anew at each access, which would take 200 times as long as the work itself.
const { imul } = Math;

/** Returns the factor by which this machine is currently slower than a normal machine, at least 1. */
export function slowness(): number {
  const before = process.threadCpuUsage();
  hashOnce();
  const { user, system } = process.threadCpuUsage(before);
  return Math.max(1, (user + system) / 1000 / ORDINARY_HASH_MS);
}

/** Does work whose duration shows the speed of a core. */
function hashOnce(): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < HASHED.length; i++) hash = imul(hash ^ HASHED[i]!, 0x01000193);
  return hash;
}
