import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Unavailable } from '@app/platform';
import { connectRedis, describeOnRedis } from '../../../../test/support/private-redis.js';
import { eventually } from '../../../../test/support/server-process.js';
import { startPrivateRedis } from '../../../../scripts/private-redis.mjs';
import { SharedRedis } from '../shared-redis.js';
import { RedisTryCounter } from './redis-try-counter.js';
import { describeTryCounter } from './try-counter.contract.js';

const LIMIT = { tries: 2, periodMs: 60_000 };

describeOnRedis('RedisTryCounter', () => {
  let redis: SharedRedis;
  beforeAll(async () => {
    redis = await connectRedis();
  });
  afterAll(() => redis.close());

  describeTryCounter('on a Redis', (limit) => new RedisTryCounter(redis, 'any', limit));

  it('two counters of one name count together, those of others do not', async () => {
    const [a, b] = [new RedisTryCounter(redis, 'same', LIMIT), new RedisTryCounter(redis, 'same', LIMIT)];
    expect([await a.claim('key', 1000), await b.claim('key', 1000), await a.claim('key', 1000)]).toEqual([
      0, 0, 30_000,
    ]);
    expect(await new RedisTryCounter(redis, 'other', LIMIT).claim('key', 1000)).toBe(0);
  });

  it('Redis forgets a key by itself, a little after all its places are free', async () => {
    await new RedisTryCounter(redis, 'forgotten', LIMIT).claim('key', 1000);
    const left = await redis.ask((client) => client.pttl(`${redis.prefix}try:forgotten:key`));
    expect(left).toBeGreaterThan(39_000);
    expect(left).toBeLessThanOrEqual(40_000);
  });

  it('gives back, once Redis is back, what it could not be told of', async () => {
    const own = (await startPrivateRedis())!;
    const lost = await SharedRedis.connect(own.url, 'any');
    try {
      const counter = new RedisTryCounter(lost, 'any', LIMIT);
      const attempt = (make: () => Promise<void>) =>
        counter.attempt('key', 1000, make, {
          isWrong: () => false,
          refusal: () => new Error('too many'),
        });
      await Promise.all(
        [1, 2].map(() =>
          attempt(async () => {
            own.hang();
            await expect(lost.ping()).rejects.toThrow(Unavailable);
          }),
        ),
      );
      // Nothing was sent any more.
      expect(lost.isThere).toBe(false);
      own.goOn();
      await eventually(async () => lost.isThere || undefined);
      expect([await counter.claim('key', 1000), await counter.claim('key', 1000)]).toEqual([0, 0]);
      expect(await counter.claim('key', 1000)).toBe(30_000);
    } finally {
      lost.close();
      await own.stop();
    }
  });

  it('lets nobody try while Redis does not answer', async () => {
    const gone = await connectRedis();
    const counter = new RedisTryCounter(gone, 'any', LIMIT);
    gone.close();
    await expect(counter.claim('key', 1000)).rejects.toThrow(Unavailable);
  });
});
