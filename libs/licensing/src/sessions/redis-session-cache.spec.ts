import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { SharedRedis } from '@app/cluster';
import { randomText } from '@app/platform';
import { connectPatiently, describeOnRedis } from '../../../../test/support/private-redis.js';
import { PrivateRedisCluster } from '../../../../test/support/private-redis-cluster.js';
import { eventually } from '../../../../test/support/server-process.js';
import { RedisSessionCache } from './redis-session-cache.js';
import { describeSessionCache, session } from './session-cache.contract.js';

const LOGIN = session(1).lastSeenAt;
/** So long that no node considers another node lost. */
const NODE_TIMEOUT_MS = 600_000;

describeOnRedis('RedisSessionCache', () => {
  const connections: SharedRedis[] = [];
  afterEach(() => {
    for (const redis of connections.splice(0)) redis.close();
  });
  const connect = async (databaseId = randomText(12)) => {
    const redis = await connectPatiently(databaseId);
    connections.push(redis);
    return redis;
  };
  const put = async (store: RedisSessionCache, live = session(1)) =>
    store.put(live, await store.readVersion());

  describeSessionCache(async () => new RedisSessionCache(await connect()));

  describe('two processes', () => {
    const two = async () => {
      const databaseId = randomText(12);
      const [a, b] = [await connect(databaseId), await connect(databaseId)];
      return { redis: a, a: new RedisSessionCache(a), b: new RedisSessionCache(b) };
    };

    it('find what the other one stored, and its heartbeats', async () => {
      const { a, b } = await two();
      await put(a);
      expect(await b.find('hash-1')).toEqual(session(1));
      await a.touch(session(1), LOGIN + 10);
      await a.find('hash-1');
      expect(await b.find('hash-1')).toMatchObject({ lastSeenAt: LOGIN + 10 });
      expect((await b.recentHeartbeats([session(1)])).get(1)).toBe(LOGIN + 10);
    });

    it('know a heartbeat of the other one after the session was dropped', async () => {
      const { a, b } = await two();
      await put(a);
      await a.touch(session(1), LOGIN + 10);
      await a.invalidating((invalidate) => invalidate([session(1)]));
      expect((await b.recentHeartbeats([session(1)])).get(1)).toBe(LOGIN + 10);
      expect(await put(b)).toMatchObject({ lastSeenAt: LOGIN + 10 });
    });

    it('drop a copy of the other one later, if the end of a change could not be reported', async () => {
      const { redis, a, b } = await two();
      a.lateCommitsMs = [100, 1000, 10_000];
      await a.invalidating(async (invalidate) => {
        await invalidate([session(1)]);
        // Simulates that a replica which has not received the change becomes the primary.
        await redis.ask((client) => client.del(`${redis.runPrefix}t:card:1`));
        await put(b);
        redis.client.stream.destroy();
      });
      await eventually(async () => (await b.find('hash-1')) === undefined || undefined);
    });

    it('a heartbeat does not restore a session that the other one dropped', async () => {
      const { a, b } = await two();
      await put(a);
      const found = (await a.find('hash-1'))!;
      await b.invalidating((invalidate) => invalidate([session(1)]));
      await a.touch(found, LOGIN + 10);
      expect(await a.find('hash-1')).toBeUndefined();
    });

    it('do not store sessions read before a change of the other one', async () => {
      const { a, b } = await two();
      const version = await a.readVersion();
      await b.invalidating((invalidate) => invalidate([{ holderKind: 'card', holderId: 1 }]));
      await a.put(session(1), version);
      expect(await b.find('hash-1')).toBeUndefined();
    });

    it('do not store sessions read during a change', async () => {
      const { a, b } = await two();
      await put(a);
      await b.invalidating(async (invalidate) => {
        await invalidate([{ holderKind: 'card', holderId: 1 }]);
        expect(await a.find('hash-1')).toBeUndefined();
        await put(a);
        expect(await a.find('hash-1')).toBeUndefined();
      });
      await put(a);
      expect(await b.find('hash-1')).toBeDefined();
    });

    it('the end of one change does not end another', async () => {
      const { a, b } = await two();
      await a.invalidating(async (invalidate) => {
        await invalidate([session(1)]);
        await b.invalidating((invalidate) => invalidate([session(1)]));
        await put(b);
        expect(await b.find('hash-1')).toBeUndefined();
      });
    });

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

    it('a change that never ends does not keep copies away for longer because of other changes', async () => {
      const { redis, a, b } = await two();
      void a.invalidating(async (invalidate) => {
        await invalidate([session(1)]);
        return new Promise(() => undefined);
      });
      const key = `${redis.runPrefix}t:card:1`;
      let lost: [string, string] | undefined;
      while (!lost) [lost] = Object.entries(await redis.ask((client) => client.hgetall(key)));
      const seconds = Number(await redis.ask((client) => client.time()).then(([now]) => now));
      expect(Number(lost[1]) / 1_000_000 - seconds).toBeLessThanOrEqual(31);
      await redis.ask((client) => client.hset(key, lost[0], String((seconds - 1) * 1_000_000)));
      await b.invalidating((invalidate) => invalidate([session(1)]));
      await put(b);
      expect(await b.find('hash-1')).toBeDefined();
    });
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

describeOnRedis('RedisSessionCache in a Redis Cluster', () => {
  let cluster: PrivateRedisCluster;
  let redis: SharedRedis | undefined;
  beforeAll(async () => {
    cluster = await PrivateRedisCluster.start(undefined, 0, NODE_TIMEOUT_MS);
  });
  afterEach(() => redis?.close());
  afterAll(() => cluster.stop());

  describeSessionCache(async () => {
    redis = await connectPatiently(randomText(12), cluster.url);
    return new RedisSessionCache(redis);
  });
});
