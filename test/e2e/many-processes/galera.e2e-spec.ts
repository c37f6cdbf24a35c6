import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { inTransaction, serverLock } from '@app/database';
import { startPrivateRedis } from '../../../tools/private-redis.js';
import type { PrivateServer } from '../../../tools/private-server.js';
import { SeededRandom } from '../../support/crash/seeded-random.js';
import { describeHa } from '../../support/ha/describe-ha.js';
import {
  both,
  hangNode,
  hangServer,
  killNode,
  killSentinel,
  killServer,
  losePrimary,
  restartDatabaseProxy,
} from '../../support/ha/faults.js';
import { type Fault, HaRun } from '../../support/ha/ha-run.js';
import { openTestDataSource } from '../../support/open-data-source.js';
import { describeOnGalera, PrivateGalera } from '../../support/private-galera.js';
import { PrivateSentinels } from '../../support/private-sentinels.js';
import { eventually, latchkey, ServerProcess } from '../../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

/** `npm run test:ha` runs all faults in an order that the seed determines. */
const SEED = process.env.TEST_HA_SEED ?? '1';
const IS_LONG = process.env.TEST_HA_SEED !== undefined;
const START_TIMEOUT_MS = 300_000;
const FAULT_TIMEOUT_MS = 300_000;
/** The measured times are far below. A busy machine must not fail the test. */
const AVAILABLE_AGAIN_MS = 60_000;
const NONCE_USED = 10014;

const SHORT: Fault[] = [
  { name: 'writer killed, back with its data', ...killNode('writer', 'with its data') },
  { name: 'writer suspended', ...hangNode('writer') },
  { name: 'reader killed, back empty', ...killNode('reader', 'empty') },
  { name: 'server killed', ...killServer },
];

function allFaults(sentinels: PrivateSentinels): Fault[] {
  const writer = () => killNode('writer', 'with its data');
  return [
    ...SHORT,
    { name: 'writer killed, back empty', ...killNode('writer', 'empty') },
    { name: 'reader killed, back with its data', ...killNode('reader', 'with its data') },
    { name: 'reader suspended', ...hangNode('reader') },
    { name: 'proxy of the database restarted', ...restartDatabaseProxy },
    { name: 'server suspended', ...hangServer },
    { name: 'Redis primary killed', ...losePrimary(sentinels, 'kill') },
    { name: 'Redis primary suspended', ...losePrimary(sentinels, 'hang') },
    { name: 'sentinel killed', ...killSentinel(sentinels) },
    { name: 'writer and server killed', ...both(writer(), killServer) },
    { name: 'writer and Redis primary killed', ...both(writer(), losePrimary(sentinels, 'kill')) },
    {
      name: 'writer suspended, Redis primary killed',
      ...both(hangNode('writer'), losePrimary(sentinels, 'kill')),
    },
    {
      name: 'Redis primary and sentinel killed',
      ...both(losePrimary(sentinels, 'kill'), killSentinel(sentinels)),
    },
    { name: 'reader and server killed', ...both(killNode('reader', 'with its data'), killServer) },
  ];
}

describeOnGalera(`three servers on a cluster of MariaDB (seed ${SEED})`, () => {
  let galera: PrivateGalera;
  let redis: { url: string; stop(): Promise<void> };
  let faults: Fault[];
  let run: HaRun;

  beforeAll(async () => {
    galera = await PrivateGalera.start();
    const sentinels = IS_LONG ? await PrivateSentinels.start() : undefined;
    redis = sentinels ?? (await startPrivateRedis())!;
    faults = sentinels ? new SeededRandom(SEED).shuffled(allFaults(sentinels)) : SHORT;
    run = await HaRun.start(SEED, galera, redis.url, faults.length);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    if (IS_LONG && run) process.stdout.write(describeHa(SEED, run));
    await run?.stop();
    await redis?.stop();
    await galera?.stop();
  });

  it(
    'keep everything that they have acknowledged over each fault',
    async () => {
      for (const fault of faults) {
        await run.suffer(fault).catch((error: Error) => {
          throw new Error(`${fault.name}: ${error.message}`, { cause: error });
        });
      }
      await run.completeDeliveries();
    },
    FAULT_TIMEOUT_MS * (IS_LONG ? 20 : SHORT.length),
  );

  it('end no session, and answer nothing else that is unexpected', () => {
    expect(run.surprises).toEqual([]);
  });

  it('accept no request twice', () => {
    expect(run.repeated).toHaveProperty(String(NONCE_USED));
    expect(run.repeated).not.toHaveProperty('0');
  });

  it('are available again by themselves', () => {
    expect(run.measured).toHaveLength(faults.length);
    for (const { struck, mended } of run.measured) {
      for (const gap of [...Object.values(struck), ...Object.values(mended)])
        expect(gap).toBeLessThan(AVAILABLE_AGAIN_MS);
    }
  });

  it('leave the nodes with the same data', async () => {
    const { DATABASE_URL } = run.environment;
    const name = new URL(DATABASE_URL!).pathname.slice(1);
    for (const table of ['cards', 'sessions', 'orders', 'recharges']) {
      await eventually(async () => {
        const counts = await galera.onEach(`SELECT COUNT(*) AS value FROM ${name}.${table}`);
        return new Set(counts).size === 1 || undefined;
      });
    }
  });
});

describeOnGalera('connections to different nodes of a cluster', () => {
  let galera: PrivateGalera;
  let redis: PrivateServer;
  let database: TestDatabase;
  let nodes: DataSource[];

  const at = (node: number) => {
    const url = new URL(galera.urlOf(node));
    url.pathname = new URL(database.environment.DATABASE_URL!).pathname;
    return { ...database.environment, DATABASE_URL: url.href };
  };

  beforeAll(async () => {
    galera = await PrivateGalera.start();
    redis = (await startPrivateRedis())!;
    database = await createTestDatabase('mysql', galera.url);
    await latchkey(database.environment, ['migrate', '--new']);
    nodes = await Promise.all([0, 1, 2].map((node) => openTestDataSource(at(node))));
    await nodes[0]!.query('CREATE TABLE counters (id INT PRIMARY KEY, value INT NOT NULL)');
    await nodes[0]!.query('CREATE TABLE parts (id INT AUTO_INCREMENT PRIMARY KEY, counter INT NOT NULL)');
    await nodes[0]!.query('INSERT INTO counters VALUES (1, 0), (2, 0)');
    await galera.synced();
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await Promise.all(nodes?.map((node) => node.destroy()) ?? []);
    await redis?.stop();
    await galera?.stop();
  });

  const valueOf = async (id: number) => {
    const [row] = await nodes[0]!.query('SELECT value FROM counters WHERE id = ?', [id]);
    return Number(row.value);
  };

  it('lose no change of a row: what fails at the commit is repeated', async () => {
    const increase = (node: number) =>
      inTransaction(nodes[node]!, async (manager) => {
        const [row] = await manager.query('SELECT value FROM counters WHERE id = 1 FOR UPDATE');
        await manager.query('UPDATE counters SET value = ? WHERE id = 1', [Number(row.value) + 1]);
      });
    let done = 0;
    for (let round = 0; round < 30; round++) {
      const results = await Promise.allSettled([0, 1, 2].map(increase));
      done += results.filter(({ status }) => status === 'fulfilled').length;
      for (const each of results)
        if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'ER_LOCK_DEADLOCK' });
    }
    expect(done).toBeGreaterThan(60);
    expect(await valueOf(1)).toBe(done);
  });

  it('are not kept apart by a lock of a row that they only read', async () => {
    const both = Promise.withResolvers<void>();
    let arrived = 0;
    const addPart = (node: number) =>
      inTransaction(nodes[node]!, async (manager) => {
        await manager.query('SELECT value FROM counters WHERE id = 2 FOR UPDATE');
        arrived += 1;
        if (arrived === 2) both.resolve();
        await both.promise;
        await manager.query('INSERT INTO parts (counter) VALUES (2)');
      });
    // Each has the lock at the same time, and both commit.
    await Promise.all([addPart(0), addPart(1)]);
    expect(arrived).toBe(2);
  });

  it('see at once what another node has acknowledged, if they are new', async () => {
    const paused = nodes[1]!.createQueryRunner();
    await paused.query('FLUSH TABLES WITH READ LOCK');
    await nodes[0]!.query('UPDATE counters SET value = 77 WHERE id = 2');
    const late = openTestDataSource(at(1));
    let isOpen = false;
    void late.then(() => (isOpen = true));
    // Longer than a connection takes that does not wait. Others of the node still see the former value.
    for (let i = 0; i < 300; i++) {
      const [before] = await paused.query('SELECT value FROM counters WHERE id = 2');
      expect(Number(before.value)).not.toBe(77);
      await nodes[0]!.query('SELECT 1');
    }
    expect(isOpen).toBe(false);
    await paused.query('UNLOCK TABLES');
    await paused.release();
    const dataSource = await late;
    try {
      const [row] = await dataSource.query('SELECT value FROM counters WHERE id = 2');
      expect(Number(row.value)).toBe(77);
    } finally {
      await dataSource.destroy();
    }
  });

  it('do not let a server start next to servers on another node', async () => {
    const REDIS_URL = redis.url;
    const first = await ServerProcess.start({ ...at(0), REDIS_URL });
    try {
      const refused = await ServerProcess.fail({ ...at(1), REDIS_URL });
      expect(refused.stderr).toContain('connected to a different server of the database cluster');
      expect(refused.code).toBe(1);
      const { stderr } = await ServerProcess.fail(at(2));
      expect(stderr).toContain('connected to a different server of the database cluster');
      const second = await ServerProcess.start({ ...at(0), REDIS_URL });
      await second.kill();
    } finally {
      await first.kill();
    }
  });

  it('keep a lock over the loss of the writer, although the next one does not know it', async () => {
    const through = await openTestDataSource(database.environment);
    const redisIdentity = async () => 'redis';
    const held = serverLock(through, { id: 'held', redisIdentity });
    expect(await held.take()).toBe('taken');
    // However slow the machine is, the process was seen just now.
    await through.query('UPDATE server_processes SET seen_at = seen_at + 3600000');
    const writer = await galera.writer();
    await galera.kill(writer);
    const survivor = nodes[(writer + 1) % 3]!;
    try {
      expect(
        await eventually(() =>
          serverLock(survivor)
            .take()
            .catch(() => undefined),
        ),
      ).toBe('apart');
      const again = await eventually(async () => {
        if (await held.renew()) return 'held';
        return held.take().catch(() => undefined);
      });
      expect(again).toBe('taken');
      expect(
        await eventually(() =>
          serverLock(through)
            .take()
            .catch(() => undefined),
        ),
      ).toBe('shared');
      // The proxy stays with the next writer when the former one is back.
      const next = await galera.writer();
      expect(next).not.toBe(writer);
      await galera.startAgain(writer, 'with its data');
      expect(await galera.writer()).toBe(next);
    } finally {
      await held.release();
      await through.destroy();
    }
  });
});
