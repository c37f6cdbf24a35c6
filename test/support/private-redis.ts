import { describe } from '@jest/globals';
import { SharedRedis } from '@app/cluster';
import { randomText } from '@app/platform';

/** The Redis that `npm test` has started, or was given; undefined where there is none. */
export const REDIS_URL = process.env.TEST_REDIS_URL;

/** As `describe`, for what needs a Redis; skipped where there is none, which the run has said. */
export const describeOnRedis = REDIS_URL === undefined ? describe.skip : describe;

/** A connection with keys of its own. */
export function connectRedis(databaseId = randomText(12)): Promise<SharedRedis> {
  return SharedRedis.connect(REDIS_URL!, databaseId);
}
