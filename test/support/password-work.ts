import { createHook } from 'node:async_hooks';

/**
 * How many argon2 jobs this process, in which the test server runs too, starts until `work` has ended. Counted, since
 * the time they take on a busy machine tells little.
 */
export async function countPasswordHashes(work: () => Promise<unknown>): Promise<number> {
  let jobs = 0;
  const hook = createHook({ init: (_, type) => (jobs += Number(type === 'ARGON2REQUEST')) }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return jobs;
}
