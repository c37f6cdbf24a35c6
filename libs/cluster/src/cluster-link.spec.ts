import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { ConfigurationError, ServiceUnavailableError, SystemClock } from '@app/platform';
import { connectRedis, describeOnRedis, REDIS_URL } from '../../../test/support/private-redis.js';
import { PrivateRedisCluster } from '../../../test/support/private-redis-cluster.js';
import { eventually } from '../../../test/support/server-process.js';
import { SharedRedis } from './shared-redis.js';

const clock = new SystemClock();

describeOnRedis('SharedRedis in a cluster', () => {
  let cluster: PrivateRedisCluster;
  beforeAll(async () => {
    cluster = await PrivateRedisCluster.start();
  });
  afterAll(() => cluster.stop());
  const connections: SharedRedis[] = [];
  afterEach(() => {
    for (const redis of connections.splice(0)) redis.close();
  });
  const connect = async (databaseId = 'database1') => {
    const redis = await connectRedis(databaseId, cluster.url);
    connections.push(redis);
    return redis;
  };
  const isBack = (redis: SharedRedis) =>
    eventually(() =>
      redis.ping().then(
        () => true,
        () => undefined,
      ),
    );

  it('processes share the run, which began when the first of them came', async () => {
    const now = clock.now();
    const [a, b] = [await connect(), await connect()];
    expect(a.runPrefix).toMatch(/^latchkey:database1:\w{8}:$/);
    expect(b.runPrefix).toBe(a.runPrefix);
    expect(b.completeSince).toBe(a.completeSince);
    expect(a.completeSince).toBeGreaterThanOrEqual(now + 1000);
    expect(a.isCluster).toBe(true);
  });

  it('the run goes on when connections are lost', async () => {
    const redis = await connect();
    const { runPrefix } = redis;
    redis.drop();
    await expect(redis.ping()).rejects.toThrow(ServiceUnavailableError);
    await isBack(redis);
    expect(redis.runPrefix).toBe(runPrefix);
  });

  it('messages reach other processes, also after connections were lost', async () => {
    const [a, b] = [await connect(), await connect()];
    const heard: string[] = [];
    b.subscribe('latchkey:database1:channel', (message) => heard.push(message));
    const reaches = async (text: string) =>
      eventually(async () => {
        await a.ask((client) => client.publish('latchkey:database1:channel', text)).catch(() => undefined);
        return heard.includes(text) || undefined;
      });
    await reaches('first');
    b.drop();
    await isBack(b);
    await reaches('second');
  });

  it('a switch to a replica begins another run for all processes, before any of them goes on', async () => {
    const [a, b] = [await connect('database2'), await connect('database2')];
    const { runPrefix, completeSince } = a;
    const [first] = await cluster.primaries();
    await cluster.switchOver(first!);
    const runs = await eventually(async () => {
      const now = [a, b].flatMap((redis) => (redis.isConnected ? [redis.runPrefix] : []));
      return (now.length === 2 && !now.includes(runPrefix) && now) || undefined;
    });
    expect(runs[1]).toBe(runs[0]);
    expect(a.completeSince).toBeGreaterThan(completeSince);
    expect(b.completeSince).toBe(a.completeSince);
    expect(clock.now()).toBeGreaterThanOrEqual(a.completeSince);
    await cluster.isComplete();
  });

  it('a primary that hangs is noticed within a second, also without requests', async () => {
    const redis = await connect('database3');
    const [first] = await cluster.primaries();
    first!.hang();
    const started = performance.now();
    await eventually(async () => !redis.isConnected || undefined);
    // On a busy machine timers are late.
    expect(performance.now() - started).toBeLessThan(3000);
    first!.resume();
    await isBack(redis);
    await cluster.isComplete();
  });

  it('a process that was busy itself refuses until it has looked at the primaries again', async () => {
    const redis = await connect('database4');
    const until = performance.now() + 1500;
    while (performance.now() < until);
    await expect(redis.ping()).rejects.toThrow(ServiceUnavailableError);
    await isBack(redis);
  });

  it.each([
    ['no password', (url: string) => url.replace(/\/\/.*@/, '//'), /NOAUTH.*set it in REDIS_URL/],
    ['a wrong password', (url: string) => url.replace(/\/\/.*@/, '//:x@'), /check the name and the password/],
    [
      'a node as a single server',
      (url: string) => url.replace('redis+cluster', 'redis').replace(/,.*/, ''),
      /names a node of a Redis Cluster: write redis\+cluster/,
    ],
    [
      'a single server as a cluster',
      () => REDIS_URL!.replace('redis:', 'redis+cluster:'),
      /cluster support disabled.*for a single server, write redis:/,
    ],
  ])('a URL with %s is refused with advice', async (_, change, words) => {
    const connecting = SharedRedis.connect(change(cluster.url), 'database1', clock);
    await expect(connecting).rejects.toThrow(words);
    await expect(connecting).rejects.toThrow(ConfigurationError);
  });
});
