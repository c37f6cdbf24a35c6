import { describe } from '@jest/globals';
import { SharedRedis } from '@app/cluster';
import { NotReadyError, randomText, SystemClock } from '@app/platform';
import { eventually } from './server-process.js';

/** URL of the Redis that `npm test` uses; `undefined` if there is none. */
export const REDIS_URL = process.env.TEST_REDIS_URL;

/** Like `describe`, for tests that need Redis. Without a Redis they are skipped, and the run reports this. */
export const describeOnRedis = REDIS_URL === undefined ? describe.skip : describe;

/** Opens a connection with a key prefix of its own. Like a server, waits until Redis responds. */
export function connectRedis(databaseId = randomText(12), url = REDIS_URL!): Promise<SharedRedis> {
  return eventually(() =>
    SharedRedis.connect(url, databaseId, new SystemClock()).catch((error: unknown) => {
      if (error instanceof NotReadyError) return undefined;
      throw error;
    }),
  );
}

/** Like `connectRedis`, for tests that do not test the loss of Redis: Redis may respond late. */
export async function connectPatiently(...to: Parameters<typeof connectRedis>): Promise<SharedRedis> {
  const redis = await connectRedis(...to);
  clearInterval(redis['watching']);
  redis.client.options.commandTimeout = 120_000;
  return redis;
}
