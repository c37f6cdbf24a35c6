import { createHook } from 'node:async_hooks';
import { PasswordWork } from '@app/platform';
import type { TestServer } from './test-server.js';

/** Waits until all queued passwords of a server are done, and one more after them. */
export async function passwordsDone(server: TestServer): Promise<void> {
  const passwords = server.get(PasswordWork);
  while (passwords.waiting > 0) await new Promise((resolve) => setImmediate(resolve));
  await passwords.hash(['tests'], 'any');
}

/**
 * Counts the argon2 jobs that this process, which also runs the test server, starts until `work` ends. Their duration
 * on a busy machine would prove little.
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
