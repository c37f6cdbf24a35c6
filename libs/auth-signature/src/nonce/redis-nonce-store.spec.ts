import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RedisNonceStore } from './redis-nonce-store.js';
import { describeNonceStore } from './nonce-store.contract.js';
import type { SharedRedis } from '@app/cluster';
import { connectRedis, describeOnRedis } from '../../../../test/support/private-redis.js';

describeOnRedis('RedisNonceStore', () => {
  let redis: SharedRedis;
  beforeAll(async () => {
    redis = await connectRedis();
  });
  afterAll(() => redis.close());

  describeNonceStore('on a Redis', () => new RedisNonceStore(redis));

  it('two stores on one Redis give a nonce once', async () => {
    const stores = [new RedisNonceStore(redis), new RedisNonceStore(redis)];
    for (let i = 0; i < 50; i++) {
      const claims = await Promise.all(stores.map((store) => store.claim(1, `n${i}`, 1000, 90_000)));
      expect(claims.filter(Boolean)).toHaveLength(1);
    }
  });

  it('Redis forgets a nonce by itself, a little after it is free', async () => {
    await new RedisNonceStore(redis).claim(1, 'once', 1000, 90_000);
    const left = await redis.ask((client) => client.pttl(`${redis.prefix}n:1:once`));
    expect(left).toBeGreaterThan(99_000);
    expect(left).toBeLessThanOrEqual(100_000);
  });
});
