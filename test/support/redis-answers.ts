import { expect } from '@jest/globals';
import type { SharedRedis } from '@app/cluster';
import { ServiceUnavailableError } from '@app/platform';
import { eventually } from './server-process.js';

/** Returns whether a Redis may be used. Fails if the refusal is not the one that requests get. */
export function answers(redis: SharedRedis): Promise<boolean> {
  return redis.ping().then(
    () => true,
    (error: unknown) => {
      expect(error).toBeInstanceOf(ServiceUnavailableError);
      return false;
    },
  );
}

/** Waits until a Redis may be used, or until it may not. */
export async function untilAnswers(redis: SharedRedis, isSo: boolean): Promise<void> {
  await eventually(async () => (await answers(redis)) === isSo || undefined);
}
