import { setImmediate } from 'node:timers/promises';

/**
 * The longest that this process's event loop was busy without a break while `work` ran, in milliseconds of the thread's
 * CPU time: no other request is served meanwhile. Unlike wall-clock time it does not grow when other programs are busy.
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
  // A turn that has begun before the work does not count.
  await setImmediate();
  longest = 0;
  await work().finally(() => done.abort());
  await watching;
  return longest;
}

/** The shortest of a few measurements: the first ones compile code, and a garbage collection may fall into any. */
export async function leastTurnMs(enoughMs: number, work: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let i = 0; i < 8 && least > enoughMs; i++) least = Math.min(least, await longestTurnMs(work));
  return least;
}
