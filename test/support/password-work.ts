import { createHook } from 'node:async_hooks';
import { PasswordWork } from '@app/platform';
import type { TestServer } from './test-server.js';

/** Waits until all queued passwords of a server, and one further password, are processed. */
export async function passwordsDone(server: TestServer): Promise<void> {
  const passwords = server.get(PasswordWork);
  while (passwords.waiting > 0) await new Promise((resolve) => setImmediate(resolve));
  await passwords.hash(['tests'], 'any');
}

/** Keeps further passwords waiting until `release` is called. `release` may be called more than once. */
export function holdPasswords(server: TestServer): { release: () => Promise<void> } {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  const wait = async () => {
    await released;
    return true;
  };
  // At least as many as are compared concurrently.
  const held = Array.from({ length: 3 }, () =>
    server.get(PasswordWork).verify(['tests'], 'any', null, undefined, wait),
  );
  return {
    release: async () => {
      resolve();
      await Promise.all(held);
    },
  };
}

/**
 * Counts the argon2 jobs that this process starts until `work` ends. The test server runs in the same process. Jobs are
 * counted because durations prove little on a busy machine.
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
