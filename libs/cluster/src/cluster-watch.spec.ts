import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { SystemClock } from '@app/platform';
import { connectRedis, describeOnRedis } from '../../../test/support/private-redis.js';
import { answers, blockFor, untilAnswers } from '../../../test/support/redis-answers.js';
import { PrivateRedisCluster } from '../../../test/support/private-redis-cluster.js';
import { eventually } from '../../../test/support/server-process.js';
import type { PrivateServer } from '../../../tools/private-server.js';
import type { SharedRedis } from './shared-redis.js';

/** A timeout so long that no node considers another node lost. */
const NODE_TIMEOUT_MS = 600_000;

describeOnRedis('a Redis Cluster', () => {
  let cluster: PrivateRedisCluster;
  let redis: SharedRedis;
  let owner: PrivateServer;
  let others: PrivateServer[];

  beforeEach(async () => {
    cluster = await PrivateRedisCluster.start(undefined, 1, NODE_TIMEOUT_MS);
    redis = await connectRedis('database1', cluster.url);
    owner = await cluster.primaryOf(redis.prefix);
    others = await eventually(async () => {
      const found = (await cluster.primaries()).filter((server) => server !== owner);
      return found.length === 2 ? found : undefined;
    });
  });
  afterEach(async () => {
    redis.close();
    await cluster.stop();
  });

  const until = (isSo: boolean) => untilAnswers(redis, isSo);

  it('keeps all keys on one primary', async () => {
    expect(redis.prefix).toBe('latchkey:{database1}:');
    for (let i = 0; i < 20; i++) await redis.ask((client) => client.set(`${redis.prefix}${i}`, i));
    expect(await redis.ask((client) => client.mget(`${redis.prefix}1`, `${redis.prefix}2`))).toEqual([
      '1',
      '2',
    ]);
  });

  it('is used while most primaries answer, and does not count replicas', async () => {
    const [one, two] = others as [PrivateServer, PrivateServer];
    one.hang();
    // An answer is valid for a limited time. These checks last longer.
    const from = performance.now();
    while (performance.now() - from < 1500) await until(true);
    two.hang();
    await until(false);
    one.resume();
    await until(true);
    two.resume();
  });

  it('is used by a process that was itself blocked', async () => {
    await eventually(async () => {
      blockFor(1500);
      return (await answers(redis)) || undefined;
    });
  });

  it('is used through the primary that has taken over the slot', async () => {
    const heard: string[] = [];
    redis.subscribe('channel', (message) => heard.push(message));
    const run = redis.runPrefix;
    await redis.ask((client) => client.set(`${redis.prefix}a`, 'b'));
    await cluster.moveSlot(await cluster.slotOf(redis.prefix));
    await until(true);
    expect(await redis.ask((client) => client.get(`${redis.prefix}a`))).toBe('b');
    expect(redis.runPrefix).not.toBe(run);
    expect(redis.completeSince).toBeGreaterThan(new SystemClock().now());
    await eventually(async () => {
      await redis.ask((client) => client.publish('channel', 'hello')).catch(() => undefined);
      return heard.length > 0 || undefined;
    });
  });
});
