import { createHook } from 'node:async_hooks';
import { PasswordWork } from '@app/platform';
import type { TestServer } from './test-server.js';

/** Waits until the passwords that wait at a server have had their turn, and one more after them. */
export async function passwordsDone(server: TestServer): Promise<void> {
  const passwords = server.get(PasswordWork);
  while (passwords.waiting > 0) await new Promise((resolve) => setImmediate(resolve));
  await passwords.hash(['tests'], 'any');
}

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
