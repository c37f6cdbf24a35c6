import { describe } from '@jest/globals';
import { SharedRedis } from '@app/cluster';
import { randomText, SystemClock } from '@app/platform';

/** URL of the Redis that `npm test` uses; `undefined` if there is none. */
export const REDIS_URL = process.env.TEST_REDIS_URL;

/** Like `describe`, for tests that need Redis. Without a Redis they are skipped, and the run reports this. */
export const describeOnRedis = REDIS_URL === undefined ? describe.skip : describe;

/** Opens a connection with a key prefix of its own. */
export function connectRedis(databaseId = randomText(12), url = REDIS_URL!): Promise<SharedRedis> {
  return SharedRedis.connect(url, databaseId, new SystemClock());
}
