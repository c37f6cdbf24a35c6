import { afterAll, beforeAll, type describe, expect, it } from '@jest/globals';
import { startPrivateRedis } from '../../../tools/private-redis.js';
import { THIS_MACHINE } from '../../../tools/private-server.js';
import { SeededRandom } from '../crash/seeded-random.js';
import { type ClusterKind, DatabaseCluster } from '../database-cluster.js';
import { PrivateNetwork } from '../private-network.js';
import { PrivateRedisCluster } from '../private-redis-cluster.js';
import { PrivateSentinels } from '../private-sentinels.js';
import type { ReplicatedRedis } from '../replicated-redis.js';
import { eventually } from '../server-process.js';
import { describeHa } from './describe-ha.js';
import {
  both,
  hangNode,
  hangServer,
  killMostPrimaries,
  killNode,
  killOtherPrimary,
  killSentinel,
  killServer,
  losePrimary,
  restartDatabaseProxy,
} from './faults.js';
import {
  cutAllNodes,
  cutPrimary,
  cutProxyFromWriter,
  cutReaderFromAll,
  cutServerFromDatabase,
  cutServerFromRedis,
  cutWriterFromAll,
  cutWriterFromNodes,
  killMajority,
  splitServer,
} from './cut-faults.js';
import { type Fault, HaRun, SERVER_NAMES } from './ha-run.js';

/** `npm run test:ha` runs all faults in an order that the seed determines. */
const SEED = process.env.TEST_HA_SEED ?? '1';
const IS_LONG = process.env.TEST_HA_SEED !== undefined;
/** The short run leaves most of the machine to other tests. */
const PAUSE_MS = IS_LONG ? 0 : 500;
/** Only faults whose names match this are injected; by default all. */
const ONLY = process.env.TEST_HA_ONLY ? new RegExp(process.env.TEST_HA_ONLY) : undefined;
export const START_TIMEOUT_MS = 300_000;
const FAULT_TIMEOUT_MS = 300_000;
/** Far above the measured times, so that a busy machine does not fail the test. */
const AVAILABLE_AGAIN_MS = 60_000;
const NONCE_USED = 10014;
/** The parts that get a network namespace of their own, besides those of Redis. */
const NAMES = ['node-1', 'node-2', 'node-3', 'database-proxy', ...SERVER_NAMES];
/** `sentinel` or `cluster`. */
const REDIS = process.env.TEST_HA_REDIS === 'cluster' ? PrivateRedisCluster : PrivateSentinels;

const SHORT: Fault[] = [
  { name: 'writer killed, back with its data', ...killNode('writer', 'with its data') },
  { name: 'writer suspended', ...hangNode('writer') },
  { name: 'reader killed, back empty', ...killNode('reader', 'empty') },
  { name: 'server killed', ...killServer },
];

function allFaults(redis: ReplicatedRedis): Fault[] {
  const writer = () => killNode('writer', 'with its data');
  return [
    ...SHORT,
    { name: 'writer killed, back empty', ...killNode('writer', 'empty') },
    { name: 'reader killed, back with its data', ...killNode('reader', 'with its data') },
    { name: 'reader suspended', ...hangNode('reader') },
    { name: 'proxy of the database restarted', ...restartDatabaseProxy },
    { name: 'server suspended', ...hangServer },
    { name: 'Redis primary killed', ...losePrimary(redis, 'kill') },
    { name: 'Redis primary suspended', ...losePrimary(redis, 'hang') },
    { name: 'writer and server killed', ...both(writer(), killServer) },
    { name: 'writer and Redis primary killed', ...both(writer(), losePrimary(redis, 'kill')) },
    {
      name: 'writer suspended, Redis primary killed',
      ...both(hangNode('writer'), losePrimary(redis, 'kill')),
    },
    { name: 'reader and server killed', ...both(killNode('reader', 'with its data'), killServer) },
    { name: 'majority of the nodes killed', ...killMajority },
    ...(redis instanceof PrivateSentinels
      ? [
          { name: 'sentinel killed', ...killSentinel(redis) },
          {
            name: 'Redis primary and sentinel killed',
            ...both(losePrimary(redis, 'kill'), killSentinel(redis)),
          },
        ]
      : []),
    ...(redis instanceof PrivateRedisCluster
      ? [
          { name: 'Redis primary of other keys killed', ...killOtherPrimary(redis) },
          { name: 'two Redis primaries of three killed', ...killMostPrimaries(redis) },
        ]
      : []),
  ];
}

/** Faults that need a network of their own. */
function networkFaults(redis: ReplicatedRedis): Fault[] {
  return [
    { name: 'writer cut off from the other nodes', ...cutWriterFromNodes },
    { name: 'writer cut off from everything', ...cutWriterFromAll },
    { name: 'reader cut off from everything', ...cutReaderFromAll },
    { name: 'proxy of the database cut off from the writer', ...cutProxyFromWriter },
    { name: 'all nodes cut off from each other', ...cutAllNodes },
    { name: 'Redis primary cut off from everything', ...cutPrimary(redis, []) },
    {
      name: 'Redis primary cut off from all but one server',
      ...cutPrimary(redis, [SERVER_NAMES[1]!]),
    },
    { name: 'Redis primary and a server cut off together', ...splitServer(redis) },
    { name: 'server cut off from Redis', ...cutServerFromRedis(redis) },
    { name: 'server cut off from the database', ...cutServerFromDatabase },
  ];
}

/**
 * Tests that three servers on a cluster lose no acknowledged change in any fault.
 * @param own further faults, which only this kind of cluster has
 */
export function describeFaults(
  describeHere: typeof describe | typeof describe.skip,
  cluster: string,
  kind: ClusterKind,
  own: readonly Fault[] = [],
): void {
  describeHere(`three servers on ${cluster} (seed ${SEED})`, () => {
    let nodes: DatabaseCluster;
    let redis: { url: string; stop(): Promise<void> };
    let faults: Fault[];
    let network: PrivateNetwork | undefined;
    let run: HaRun;

    beforeAll(async () => {
      network =
        IS_LONG && kind.runsInNamespaces ? PrivateNetwork.create([...NAMES, ...REDIS.NAMES]) : undefined;
      const placeOf = (name: string) => network?.place(name) ?? THIS_MACHINE;
      nodes = await DatabaseCluster.start(kind, placeOf);
      const replicated = IS_LONG ? await REDIS.start(placeOf) : undefined;
      redis = replicated ?? (await startPrivateRedis())!;
      faults = replicated
        ? new SeededRandom(SEED).shuffled([
            ...allFaults(replicated),
            ...(network ? networkFaults(replicated) : []),
            ...own,
          ])
        : [...SHORT, ...own];
      if (ONLY) faults = faults.filter(({ name }) => ONLY.test(name));
      run = await HaRun.start(SEED, nodes, redis.url, faults.length, PAUSE_MS, network);
    }, START_TIMEOUT_MS);
    afterAll(async () => {
      try {
        if (IS_LONG && run) process.stdout.write(await describeHa(SEED, run));
      } finally {
        await run?.stop();
        await redis?.stop();
        await nodes?.stop();
        network?.remove();
      }
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
      FAULT_TIMEOUT_MS * (IS_LONG ? 30 : SHORT.length + own.length),
    );

    it('end no session, and give no other unexpected answer', () => {
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
          const counts = await nodes.onEach(`SELECT COUNT(*) AS value FROM ${name}.${table}`);
          return new Set(counts).size === 1 || undefined;
        });
      }
    });
  });
}
