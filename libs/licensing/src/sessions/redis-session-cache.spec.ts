import { afterEach, expect, it } from '@jest/globals';
import type { SharedRedis } from '@app/cluster';
import { randomText } from '@app/platform';
import { connectRedis, describeOnRedis } from '../../../../test/support/private-redis.js';
import { RedisSessionCache } from './redis-session-cache.js';
import { describeSessionCache, session } from './session-cache.contract.js';
import { describeSharedSessionCache } from './shared-session-cache.contract.js';

const LOGIN = session(1).lastSeenAt;

describeOnRedis('RedisSessionCache', () => {
  const connections: SharedRedis[] = [];
  afterEach(() => {
    for (const redis of connections.splice(0)) redis.close();
  });
  const connect = async (databaseId = randomText(12)) => {
    const redis = await connectRedis(databaseId);
    connections.push(redis);
    return redis;
  };
  const put = async (store: RedisSessionCache, live = session(1)) =>
    store.put(live, await store.readVersion());

  describeSessionCache(async () => new RedisSessionCache(await connect()));

  const two = async () => {
    const databaseId = randomText(12);
    const [a, b] = [await connect(databaseId), await connect(databaseId)];
    return { redis: a, a: new RedisSessionCache(a), b: new RedisSessionCache(b) };
  };
  describeSharedSessionCache(two);

  it('a change that never ends keeps copies away for 30 seconds', async () => {
    const { redis, a, b } = await two();
    await put(a);
    // Simulates a process that is killed here.
    void a.invalidating(async (invalidate) => {
      await invalidate([session(1)]);
      return new Promise(() => undefined);
    });
    const key = `${redis.runPrefix}t:card:1`;
    let left = -2;
    while (left < 0) left = await redis.ask((client) => client.pttl(key));
    expect(left).toBeLessThanOrEqual(30_000);
    await put(b);
    expect(await b.find('hash-1')).toBeUndefined();
    await redis.ask((client) => client.pexpire(key, 0));
    await put(b);
    expect(await b.find('hash-1')).toBeDefined();
  });

  it('refuses a version from before Redis was emptied', async () => {
    const redis = await connect();
    const store = new RedisSessionCache(redis);
    const version = await store.readVersion();
    await redis.ask(async (client) => client.del(await client.keys(`${redis.prefix}*`)));
    await store.put(session(1), version);
    expect(await store.find('hash-1')).toBeUndefined();
    await put(store);
    expect(await store.find('hash-1')).toBeDefined();
  });

  it('every key expires', async () => {
    const redis = await connect();
    const store = new RedisSessionCache(redis);
    await put(store);
    await store.touch(session(1), LOGIN + 10);
    await put(store, session(2, { holderId: 2 }));
    await store.invalidating((invalidate) => invalidate([session(2, { holderId: 2 })]));
    const keys = await redis.ask((client) => client.keys(`${redis.prefix}*`));
    const left = await Promise.all(keys.map((key) => redis.ask((client) => client.ttl(key))));
    expect(keys.length).toBeGreaterThanOrEqual(6);
    expect(left.every((seconds) => seconds > 0)).toBe(true);
    const copy = await redis.ask((client) => client.ttl(`${redis.runPrefix}s:hash-1`));
    expect(copy).toBeGreaterThan(1800);
    expect(copy).toBeLessThanOrEqual(1860);
  });
});
