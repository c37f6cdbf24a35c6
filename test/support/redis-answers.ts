import { expect } from '@jest/globals';
import type { SharedRedis } from '@app/cluster';
import { ServiceUnavailableError } from '@app/platform';
import { eventually } from './server-process.js';

/** Returns true if a Redis may be used, otherwise false. Fails if the error is not the one that requests get. */
export function answers(redis: SharedRedis): Promise<boolean> {
  return redis.ping().then(
    () => true,
    (error: unknown) => {
      expect(error).toBeInstanceOf(ServiceUnavailableError);
      return false;
    },
  );
}

/** Blocks this process. */
export function blockFor(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

/** Waits until a Redis may be used or, if `isSo` is false, until it may not be used. */
export async function untilAnswers(redis: SharedRedis, isSo: boolean): Promise<void> {
  await eventually(async () => (await answers(redis)) === isSo || undefined);
}
