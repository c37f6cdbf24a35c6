import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeSentinel } from '../../../test/support/fake-sentinel.js';
import { connectRedis, describeOnRedis } from '../../../test/support/private-redis.js';
import { answers, blockFor, untilAnswers } from '../../../test/support/redis-answers.js';
import { eventually } from '../../../test/support/server-process.js';
import type { PrivateServer } from '../../../tools/private-server.js';
import { startPrivateRedis } from '../../../tools/private-redis.js';
import type { SharedRedis } from './shared-redis.js';

describeOnRedis('a Redis with three sentinels', () => {
  let server: PrivateServer;
  let sentinels: FakeSentinel[];
  let redis: SharedRedis;
  const [first, second, third] = [0, 1, 2];

  beforeEach(async () => {
    server = (await startPrivateRedis())!;
    sentinels = await Promise.all([first, second, third].map(() => FakeSentinel.start(server.port)));
    const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join();
    redis = await connectRedis('database1', `redis+sentinel://${hosts}/mymaster`);
  });
  afterEach(async () => {
    redis.close();
    await Promise.all(sentinels.map((sentinel) => sentinel.stop()));
    await server.stop();
  });

  const until = (isSo: boolean) => untilAnswers(redis, isSo);

  it('is used while most of them confirm it', async () => {
    sentinels[first]!.isSilent = true;
    // A confirmation is valid for a limited time. These checks last longer.
    const from = performance.now();
    while (performance.now() - from < 1500) await until(true);
    sentinels[first]!.isSilent = false;
  });

  it.each([
    ['do not answer', (sentinel: FakeSentinel, is: boolean) => (sentinel.isSilent = is)],
    [
      'consider it down',
      (sentinel: FakeSentinel, is: boolean) => (sentinel.flags = is ? 'master,s_down' : 'master'),
    ],
    [
      'name another primary',
      (sentinel: FakeSentinel, is: boolean) => (sentinel.named = is ? 1 : server.port),
    ],
  ])('is not used while two of them %s', async (_, set) => {
    await until(true);
    for (const index of [second, third]) set(sentinels[index]!, true);
    await until(false);
    for (const index of [second, third]) set(sentinels[index]!, false);
    await until(true);
  });

  it('is used while one of them accepts connections but does not answer', async () => {
    const sentinel = sentinels[first]!;
    sentinel.isSilent = true;
    sentinel.disconnect();
    // An unhandled error of one of the requests would end the process.
    await eventually(async () => sentinel.ignored > 6 || undefined);
    await until(true);
  });

  describe('and another server, which the sentinels elect', () => {
    let other: PrivateServer;
    beforeEach(async () => {
      other = (await startPrivateRedis())!;
    });
    afterEach(() => other.stop());
    const elect = () => sentinels.forEach((sentinel) => (sentinel.named = other.port));

    it('is replaced, also for the listeners', async () => {
      const heard: string[] = [];
      redis.subscribe('channel', (message) => heard.push(message));
      elect();
      await eventually(async () => redis.client.stream.remotePort === other.port || undefined);
      await until(true);
      await eventually(async () => {
        await redis.ask((client) => client.publish('channel', 'hello')).catch(() => undefined);
        return heard.length > 0 || undefined;
      });
    });

    it('is a new primary when it returns before it has received the data of the other one', async () => {
      const use = async ({ port }: { port: number }) => {
        for (const sentinel of sentinels) sentinel.named = port;
        await eventually(async () => redis.client.stream.remotePort === port || undefined);
        await until(true);
        return { prefix: redis.runPrefix, since: redis.completeSince };
      };
      const times = [await use(server), await use(other), await use(server)];
      expect(new Set(times.map(({ prefix }) => prefix)).size).toBe(3);
      const since = times.map((time) => time.since);
      expect(since).toEqual([...new Set(since)].toSorted((a, b) => a - b));
    });

    it('is a new primary for a process that missed the other one, once another process has recorded it', async () => {
      const before = redis.runPrefix;
      const [, id] = /^run_id:(\w+)/m.exec(await redis.client.info('server'))!;
      const key = `${redis.prefix}primaries`;
      const since = redis.completeSince;
      await redis.ask((client) => client.multi().hincrby(key, `turns ${id}`, 1).hset(key, { since }).exec());
      await eventually(async () => (redis.isConnected && redis.runPrefix !== before) || undefined);
      expect(redis.completeSince).toBeGreaterThan(since);
    });

    it('records nothing on the new primary for a greeting on a closed connection', async () => {
      for (const sentinel of sentinels) sentinel.flags = 'master,s_down';
      await until(false);
      const { stream } = redis.client;
      stream.destroy();
      // Once Redis answers, `greet` has begun and waits for the sentinels.
      await eventually(async () => {
        if (redis.client.stream === stream || redis.client.status !== 'ready') return undefined;
        return redis.client.ping().catch(() => undefined);
      });
      redis.client.stream.destroy();
      elect();
      for (const sentinel of sentinels) sentinel.flags = 'master';
      await until(true);
      const primaries = await redis.ask((client) => client.hkeys(`${redis.prefix}primaries`));
      expect(primaries.filter((key) => key.startsWith('turns'))).toHaveLength(1);
    });
  });

  it('is used by a process that was itself blocked', async () => {
    await eventually(async () => {
      blockFor(1500);
      return (await answers(redis)) || undefined;
    });
  });
});
