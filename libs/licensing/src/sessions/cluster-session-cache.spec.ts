import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import type { SharedRedis } from '@app/cluster';
import { randomText, SystemClock } from '@app/platform';
import { connectRedis, describeOnRedis } from '../../../../test/support/private-redis.js';
import { PrivateRedisCluster } from '../../../../test/support/private-redis-cluster.js';
import { eventually } from '../../../../test/support/server-process.js';
import { ClusterSessionCache } from './cluster-session-cache.js';
import { describeSessionCache, session } from './session-cache.contract.js';
import { describeSharedSessionCache } from './shared-session-cache.contract.js';

const LOGIN = session(1).lastSeenAt;
const clock = new SystemClock();

describeOnRedis('ClusterSessionCache', () => {
  let cluster: PrivateRedisCluster;
  let redis: [SharedRedis, SharedRedis];
  beforeAll(async () => {
    cluster = await PrivateRedisCluster.start(0);
    const databaseId = randomText(12);
    redis = [await connectRedis(databaseId, cluster.url), await connectRedis(databaseId, cluster.url)];
  });
  afterAll(async () => {
    for (const each of redis) each.close();
    await cluster.stop();
  });
  beforeEach(() => cluster.remove(`${redis[0].runPrefix}*`));

  const put = async (store: ClusterSessionCache, live = session(1)) =>
    store.put(live, await store.readVersion());
  const two = async () => ({ a: new ClusterSessionCache(redis[0]), b: new ClusterSessionCache(redis[1]) });

  describeSessionCache(() => new ClusterSessionCache(redis[0]));
  describeSharedSessionCache(two);

  it('a change that never ends keeps copies away for 30 seconds', async () => {
    const { a, b } = await two();
    await put(a);
    // Simulates a process that is killed here.
    await new Promise<void>((begun) => {
      void a.invalidating(async (invalidate) => {
        await invalidate([session(1)]);
        begun();
        return new Promise(() => undefined);
      });
    });
    await put(b);
    expect(await b.find('hash-1')).toBeUndefined();
    const key = `${redis[0].runPrefix}h:card:1`;
    const changes = await redis[0].ask((client) => client.hget(key, '!'));
    const [[id, ends]] = Object.entries(JSON.parse(changes!) as Record<string, number>) as [[string, number]];
    expect(ends - clock.now()).toBeLessThanOrEqual(30_000);
    await redis[0].ask((client) => client.hset(key, '!', JSON.stringify({ [id]: clock.now() - 1 })));
    await put(b);
    expect(await b.find('hash-1')).toBeDefined();
  });

  it('a copy put by a change that took too long is dropped at its end', async () => {
    const { a, b } = await two();
    await put(a);
    await a.invalidating(async (invalidate) => {
      await invalidate([{ holderKind: 'card', holderId: 1 }]);
      await redis[0].ask((client) => client.hdel(`${redis[0].runPrefix}h:card:1`, '!'));
      await put(b);
      expect(await b.find('hash-1')).toBeDefined();
    });
    expect(await b.find('hash-1')).toBeUndefined();
  });

  it('a change withdraws a copy that is being put', async () => {
    const { a, b } = await two();
    const prefix = redis[0].runPrefix;
    const version = await a.readVersion();
    // Stops `put` between its second and third script.
    const original = redis[0].ask.bind(redis[0]);
    let scripts = 0;
    const ask = jest.spyOn(redis[0], 'ask').mockImplementation(async (command) => {
      const answer = await original(command);
      if (++scripts === 3) {
        expect(await original((client) => client.hexists(`${prefix}h:card:1`, 'hash-1'))).toBe(1);
        await b.invalidating((invalidate) => invalidate([{ holderKind: 'card', holderId: 1 }]));
      }
      return answer;
    });
    await a.put(session(1), version);
    ask.mockRestore();
    expect(scripts).toBe(4);
    expect(await a.find('hash-1')).toBeUndefined();
  });

  it('a later change of the uses is not undone by an earlier one that is late', async () => {
    const { a } = await two();
    const counted = session(1, { uses: { left: 9, total: 10, resetsAt: null } });
    await put(a, counted);
    const version = await a.readVersion();
    const original = redis[0].ask.bind(redis[0]);
    let scripts = 0;
    const ask = jest.spyOn(redis[0], 'ask').mockImplementation(async (command) => {
      // Before the copy is written.
      if (++scripts === 3) {
        ask.mockRestore();
        await a.noteUses(counted, { left: 5, total: 10, resetsAt: null }, await a.readVersion());
      }
      return original(command);
    });
    await a.noteUses(counted, { left: 8, total: 10, resetsAt: null }, version);
    expect(scripts).toBe(3);
    expect((await a.find('hash-1'))?.uses?.left).toBe(5);
  });

  it('a heartbeat drops a copy whose holder was lost with a node', async () => {
    const { a, b } = await two();
    await put(a);
    await cluster.remove(`${redis[0].runPrefix}h:*`);
    await a.touch(session(1), LOGIN + 10);
    await eventually(async () => (await b.find('hash-1')) === undefined || undefined);
    expect((await b.recentHeartbeats([session(1)])).get(1)).toBe(LOGIN + 10);
  });

  it('refuses a version from before Redis was emptied', async () => {
    const { a } = await two();
    const version = await a.readVersion();
    await cluster.remove(`${redis[0].runPrefix}*`);
    await a.put(session(1), version);
    expect(await a.find('hash-1')).toBeUndefined();
    await put(a);
    expect(await a.find('hash-1')).toBeDefined();
  });

  it('every key expires, a copy before the list that changes find it in', async () => {
    const { a } = await two();
    await put(a);
    await a.touch(session(1), LOGIN + 10);
    await put(a, session(2, { holderId: 2 }));
    await a.invalidating((invalidate) => invalidate([session(2, { holderId: 2 })]));
    const keys = await cluster.keys(`${redis[0].runPrefix}*`);
    const left = await Promise.all(keys.map((key) => redis[0].ask((client) => client.ttl(key))));
    expect(keys.toSorted().map((key) => key.slice(redis[0].runPrefix.length))).toEqual([
      'changes',
      'h:card:1',
      'h:card:2',
      's:hash-1',
      's:hash-2',
    ]);
    expect(left.every((seconds) => seconds > 0)).toBe(true);
    const ttl = (key: string) => redis[0].ask((client) => client.ttl(`${redis[0].runPrefix}${key}`));
    expect(await ttl('s:hash-1')).toBeGreaterThan(1800);
    expect(await ttl('s:hash-1')).toBeLessThanOrEqual(1860);
    expect(await ttl('h:card:1')).toBeGreaterThan(2 * 1860);
  });

  it('goes on while the slots of a session and its holder are moved', async () => {
    const { a, b } = await two();
    const prefix = redis[0].runPrefix;
    await put(a);
    for (const key of ['s:hash-1', 'h:card:1', 'changes']) {
      const slot = await cluster.slotOf(`${prefix}${key}`);
      await cluster.moveSlot(slot, async () => {
        await a.touch((await b.find('hash-1'))!, LOGIN + 10);
        await b.invalidating((invalidate) => invalidate([session(1)]));
        expect(await a.find('hash-1')).toBeUndefined();
        await put(b);
        expect(await a.find('hash-1')).toBeDefined();
      });
      expect(await b.find('hash-1')).toBeDefined();
      await b.invalidating((invalidate) => invalidate([session(1)]));
      expect(await a.find('hash-1')).toBeUndefined();
      await put(a);
    }
    // No primary was lost, so no copy was.
    expect(redis.map(({ runPrefix }) => runPrefix)).toEqual([prefix, prefix]);
  });
});
