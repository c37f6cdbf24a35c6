import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PrivateServer } from '../../../tools/private-server.js';
import { PrivateRedisCluster } from '../../support/private-redis-cluster.js';
import { describeGroup, heartbeat, login, served, ServerGroup } from '../../support/server-group.js';
import { eventually, ServerProcess } from '../../support/server-process.js';
import { SessionLoad } from '../../support/session-load.js';
import type { SignedClient } from '../../support/signed-client.js';
import type { Sent } from '../../support/steady-load.js';

/** A card whose client logs out after a failover. */
const LEAVING = 'L0';
const SESSION_INVALID = 10214;
/** Long enough that nodes do not consider a slow node lost. */
const NODE_TIMEOUT_MS = 5000;

describeGroup('a Redis Cluster', () => {
  let group: ServerGroup;
  let cluster: PrivateRedisCluster;
  let clients: [SignedClient, SignedClient];
  beforeAll(async () => {
    [group, cluster] = await Promise.all([
      ServerGroup.start(0, SessionLoad.application(LEAVING, 'C1')),
      PrivateRedisCluster.start(undefined, 1, NODE_TIMEOUT_MS),
    ]);
    await Promise.all([0, 1].map(() => group.add({ REDIS_URL: cluster.url })));
    clients = group.clients as [SignedClient, SignedClient];
  });
  afterAll(async () => {
    await group.stop();
    await cluster.stop();
  });

  const firstLogin = async (card: string) => {
    const { result } = await served(() => clients[0].post('/card/login', { card, device_id: 'D1' }));
    return String(result!.token);
  };
  const readiness = () =>
    Promise.all(group.servers.map(async ({ url }) => (await fetch(`${url}/health/ready`)).status));
  const ready = () =>
    eventually(async () => (await readiness()).every((status) => status === 200) || undefined);

  async function underLoad(work: (load: SessionLoad) => Promise<void>): Promise<SessionLoad> {
    await firstLogin('C1');
    await ready();
    const load = new SessionLoad(clients);
    try {
      await load.start();
      await work(load);
    } finally {
      await load.stop();
    }
    expect(load.surprises).toEqual([]);
    return load;
  }

  it('that moves the slot to another primary keeps all sessions and accepts no request twice', async () => {
    const load = await underLoad(async (load) => {
      const from = await cluster.primary();
      const accepted: Sent[] = [];
      const [key] = await cluster.keys('latchkey:*');
      await cluster.moveSlot(await cluster.slotOf(key!), async () => {
        accepted.push(...load.accepted);
        expect(await load.replay(accepted)).not.toHaveProperty('0');
      });
      await load.recovered();
      expect(await cluster.primary()).not.toBe(from);
      expect(await load.replay([...accepted, ...load.accepted])).not.toHaveProperty('0');
    });
    expect(load.failures).toEqual(['503']);
  });

  it('that loses a primary with other keys keeps all sessions and accepts no request twice', async () => {
    const load = await underLoad(async (load) => {
      const own = await cluster.primary();
      const [other] = (await cluster.otherPrimaries()) as [PrivateServer];
      await other.kill();
      await cluster.failover(other);
      await load.recovered();
      expect(await load.replay(load.accepted)).not.toHaveProperty('0');
      expect(await cluster.primary()).toBe(own);
      await other.restart();
      await cluster.isComplete();
    });
    expect(['', '503']).toContain(load.failures.join());
  });

  it.each(['kill', 'hang'] as const)(
    'that loses a primary (%s) and its latest writes keeps all sessions and accepts no request twice',
    async (how) => {
      let leaving = '';
      let first: PrivateServer;
      const load = await underLoad(async (load) => {
        leaving = await firstLogin(LEAVING);
        first = await cluster.primary();
        await cluster.stopReplication(first);
        await load.recovered();
        const lost = load.accepted;
        await first[how]();
        await cluster.failover(first);
        await load.recovered();
        const codes = await load.replay(lost);
        // The servers refuse the requests with 503. On a slow machine some requests have expired and are refused for
        // that reason.
        expect(codes).toHaveProperty('503');
        expect(codes).not.toHaveProperty('0');
        expect(await load.replay(load.accepted)).not.toHaveProperty('0');

        // The former primary comes back with its data and still considers itself the primary.
        if (how === 'hang') first.resume();
        else await first.restart();
        expect(await load.replay(load.accepted)).not.toHaveProperty('0');
        await cluster.isComplete();
        await load.recovered();
        expect(await heartbeat(clients[0], leaving, LEAVING)).toMatchObject({ code: 0 });
        expect(await clients[0].post('/card/logout', { card: LEAVING, token: leaving })).toMatchObject({
          code: 0,
        });
        expect(await heartbeat(clients[1], leaving, LEAVING)).toMatchObject({ code: SESSION_INVALID });
      });
      expect(load.failures).toEqual(['503']);
    },
  );

  it('whose replica takes over as planned keeps all sessions', async () => {
    const load = await underLoad(async (load) => {
      const first = await cluster.primary();
      const accepted = load.accepted;
      await cluster.switchOver(first);
      await load.recovered();
      expect(await load.replay(accepted)).not.toHaveProperty('0');
      await cluster.isComplete();
    });
    expect(load.failures).toEqual(['503']);
  });

  it('that misses slots makes requests get 503 within two seconds, and no other error', async () => {
    await cluster.isComplete();
    await firstLogin('C1');
    const token = await login(clients[0], 'C1');
    await ready();
    const first = await cluster.primary();
    const lost = [first, await cluster.replicaOf(first)];
    await Promise.all(lost.map((server) => server.kill()));
    const times: number[] = [];
    for (let i = 0; i < 3; i++) {
      const started = performance.now();
      const answers = await Promise.all(Array.from({ length: 50 }, () => heartbeat(clients[i % 2]!, token)));
      times.push(performance.now() - started);
      const codes = new Set(answers.map(({ code }) => code));
      expect(codes).toEqual(new Set([503]));
    }
    // The processes notice the loss in these rounds. The faster round counts, since a busy machine delays some of the
    // rounds.
    expect(Math.min(...times.slice(0, 2))).toBeLessThan(2000);
    expect(await readiness()).toEqual([503, 503]);
    await Promise.all(lost.map((server) => server.restart()));
    await cluster.isComplete();
    await ready();
    expect(await served(() => heartbeat(clients[0], token))).toMatchObject({ code: 0 });
  });
});

describeGroup('a REDIS_URL that does not fit its cluster', () => {
  let group: ServerGroup;
  let cluster: PrivateRedisCluster;
  beforeAll(async () => {
    [group, cluster] = await Promise.all([ServerGroup.start(0), PrivateRedisCluster.start(undefined, 0)]);
  });
  afterAll(async () => {
    await group.stop();
    await cluster.stop();
  });

  it.each([
    ['no password', () => cluster.url.replace(/\/\/.*@/, '//'), 'NOAUTH.*requires a password'],
    [
      'a wrong password',
      () => cluster.url.replace(/\/\/.*@/, '//:x@'),
      'WRONGPASS.*check the name and the password',
    ],
    [
      'a node as the server',
      () => cluster.url.replace('+cluster', '').replace(/,.*/, ''),
      'names a node of a Redis Cluster: write redis\\+cluster',
    ],
    [
      'a server as the cluster',
      () => group.redis.url.replace('redis:', 'redis+cluster:'),
      'does not belong to a cluster: write redis://',
    ],
  ])('is reported at start: %s', async (_, url, words) => {
    const { code, stderr } = await ServerProcess.fail({ ...group.environment, REDIS_URL: url() });
    expect(stderr).toMatch(new RegExp(words, 's'));
    expect(code).toBe(78);
  });
});
