import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RedisNonceStore } from './redis-nonce-store.js';
import { describeNonceStore } from './nonce-store.contract.js';
import type { SharedRedis } from '@app/cluster';
import { LimitMetrics } from '@app/platform';
import { connectPatiently, describeOnRedis } from '../../../../test/support/private-redis.js';

describeOnRedis('RedisNonceStore', () => {
  let redis: SharedRedis;
  beforeAll(async () => {
    redis = await connectPatiently();
  });
  afterAll(() => redis.close());
  let passed = 0;
  const clock = { steady: () => (passed += 120_000) };
  const create = (limit = 0) => new RedisNonceStore(redis, clock, limit, new LimitMetrics());

  describeNonceStore('on a Redis', create);

  it('two stores on one Redis give a nonce once', async () => {
    const stores = [create(), create()];
    for (let i = 0; i < 50; i++) {
      const claims = await Promise.all(stores.map((store) => store.claim(1, `n${i}`, 1000, 90_000, 1000)));
      expect(claims.filter(Boolean)).toHaveLength(1);
    }
  });

  it('refuses a nonce whose claim was carried out by a new primary', async () => {
    let completeSince = 0;
    const changing = {
      prefix: redis.prefix,
      get completeSince() {
        return completeSince;
      },
      script: redis.script.bind(redis),
      batch: (send: (items: readonly unknown[]) => Promise<readonly unknown[]>) => async (item: unknown) => {
        const [claimed] = await send([item]);
        completeSince = 2000;
        return claimed;
      },
    } as unknown as SharedRedis;
    const store = new RedisNonceStore(changing, clock, 0, new LimitMetrics());
    await expect(store.claim(23, 'once', 1000, 90_000, 1000)).rejects.toMatchObject({ status: 503 });
    await expect(store.claim(23, 'another', 2000, 90_000, 2000)).resolves.toBe(true);
  });

  const keysOf = (application: number) =>
    redis.ask((client) => client.keys(`${redis.prefix}n:${application}:*`));

  it('a nonce expires in Redis, a little after it is free', async () => {
    const began = performance.now();
    await create().claim(21, 'once', 1000, 90_000, 1000);
    const [key] = await keysOf(21);
    const left = await redis.ask((client) => client.pttl(key!));
    expect(left).toBeGreaterThanOrEqual(99_995 - (performance.now() - began));
    expect(left).toBeLessThanOrEqual(100_000);
  });

  it('keeps nonces as short texts, however long they are', async () => {
    const store = create();
    for (const nonce of ['n', 'x'.repeat(36), `${'x'.repeat(35)}y`])
      await store.claim(22, nonce, 1000, 90_000, 1000);
    const keys = await keysOf(22);
    expect(keys).toHaveLength(3);
    for (const key of keys) expect(key.slice(redis.prefix.length)).toMatch(/^n:22:[\w-]{16}$/);
  });
});
