import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ServiceUnavailableError } from '@app/platform';
import { connectPatiently, connectRedis, describeOnRedis } from '../../../../test/support/private-redis.js';
import { eventually } from '../../../../test/support/server-process.js';
import { startPrivateRedis } from '../../../../tools/private-redis.js';
import type { SharedRedis } from '../shared-redis.js';
import { RedisRateLimiter } from './redis-rate-limiter.js';
import { describeRateLimiter } from './rate-limiter.contract.js';

const LIMIT = { attempts: 2, periodMs: 60_000 };

describeOnRedis('RedisRateLimiter', () => {
  let redis: SharedRedis;
  beforeAll(async () => {
    redis = await connectPatiently();
  });
  afterAll(() => redis.close());

  describeRateLimiter('on a Redis', (limit) => new RedisRateLimiter(redis, 'any', limit));

  it('limiters with the same name share their counts, others do not', async () => {
    const [a, b] = [new RedisRateLimiter(redis, 'same', LIMIT), new RedisRateLimiter(redis, 'same', LIMIT)];
    expect([
      await a.consume('key', 1000),
      await b.consume('key', 1000),
      await a.consume('key', 1000),
    ]).toEqual([0, 0, 30_000]);
    expect(await new RedisRateLimiter(redis, 'other', LIMIT).consume('key', 1000)).toBe(0);
  });

  it('a key expires in Redis a little after its full burst is available again', async () => {
    const began = performance.now();
    await new RedisRateLimiter(redis, 'forgotten', LIMIT).consume('key', 1000);
    const left = await redis.ask((client) => client.pttl(`${redis.prefix}try:forgotten:key`));
    expect(left).toBeGreaterThanOrEqual(39_995 - (performance.now() - began));
    expect(left).toBeLessThanOrEqual(40_000);
  });

  it('refunds pending attempts once Redis is back', async () => {
    const own = (await startPrivateRedis())!;
    const lost = await connectRedis('any', own.url);
    try {
      const counter = new RedisRateLimiter(lost, 'any', { attempts: 5, periodMs: 60_000 });
      for (let i = 0; i < 3; i++) await counter.penalize('key', 1000);
      const attempt = (make: () => Promise<void>) =>
        counter.attempt('key', 1000, make, {
          isWrong: () => false,
          refusal: () => new Error('too many'),
        });
      await Promise.all(
        [1, 2].map(() =>
          attempt(async () => {
            own.hang();
            await expect(lost.ping()).rejects.toThrow(ServiceUnavailableError);
          }),
        ),
      );
      // The connection is closed, so no refund can have been sent.
      expect(lost.isConnected).toBe(false);
      own.resume();
      await eventually(async () => lost.isConnected || undefined);
      // The two refunds are made once, although these attempts are concurrent. The first three attempts stay counted.
      const waits = await Promise.all(Array.from({ length: 5 }, () => counter.consume('key', 1000)));
      expect(waits.filter((wait) => wait === 0)).toHaveLength(2);
    } finally {
      lost.close();
      await own.stop();
    }
  });

  it('allows no attempt while Redis does not respond', async () => {
    const gone = await connectRedis();
    const counter = new RedisRateLimiter(gone, 'any', LIMIT);
    gone.close();
    await expect(counter.consume('key', 1000)).rejects.toThrow(ServiceUnavailableError);
  });
});
