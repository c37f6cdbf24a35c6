import type { DatabaseCluster } from '../database-cluster.js';
import type { PrivateRedisCluster } from '../private-redis-cluster.js';
import type { PrivateSentinels } from '../private-sentinels.js';
import type { ReplicatedRedis } from '../replicated-redis.js';
import type { PrivateServer } from '../../../tools/private-server.js';
import type { Fault } from './ha-run.js';

export type Part = Omit<Fault, 'name'>;

const NODES = 3;
const readerOf = async (cluster: DatabaseCluster) => ((await cluster.writer()) + 1) % NODES;

/** Kills the node that gets all writes, or a different node. The killed node comes back with or without its data. */
export function killNode(which: 'writer' | 'reader', back: 'with its data' | 'empty'): Part {
  let node = 0;
  return {
    strike: async ({ cluster }) => {
      node = which === 'writer' ? await cluster.writer() : await readerOf(cluster);
      await cluster.kill(node);
    },
    mend: ({ cluster }) => cluster.startAgain(node, back),
  };
}

/** Suspends a node, so that it neither answers nor closes its connections. */
export function hangNode(which: 'writer' | 'reader'): Part {
  let node = 0;
  return {
    strike: async ({ cluster }) => {
      node = which === 'writer' ? await cluster.writer() : await readerOf(cluster);
      cluster.hang(node);
    },
    mend: async ({ cluster }) => {
      cluster.resume(node);
      await cluster.synced();
    },
  };
}

/**
 * Hands the writes over to another node, as before an update.
 * @param makeWriter gets the URL of the node
 */
export function handOver(makeWriter: (url: string) => Promise<void>): Part {
  return {
    strike: async ({ cluster }) => makeWriter(cluster.urlOf(await readerOf(cluster))),
    mend: async () => undefined,
  };
}

/** Restarts the database's proxy. It closes all connections and forgets which node was the writer. */
export const restartDatabaseProxy: Part = {
  strike: ({ cluster }) => cluster.restartProxy(),
  mend: async () => undefined,
};

export const killServer: Part = {
  strike: (run) => run.killServer(1),
  mend: (run) => run.startServer(1),
};

export const hangServer: Part = {
  strike: async (run) => run.hangServer(1),
  mend: async (run) => run.resumeServer(1),
};

export function losePrimary(redis: ReplicatedRedis, how: 'kill' | 'hang'): Part {
  let primary: PrivateServer;
  return {
    strike: async () => {
      primary = await redis.primary();
      await primary[how]();
    },
    mend: async () => {
      await redis.failover(primary);
      if (how === 'hang') primary.resume();
      else await primary.restart();
      await redis.follows(primary);
    },
  };
}

/** In a Redis Cluster, kills a primary that has none of Latchkey's keys. */
export function killOtherPrimary(redis: PrivateRedisCluster): Part {
  let other: PrivateServer;
  return {
    strike: async () => {
      [other] = (await redis.otherPrimaries()) as [PrivateServer];
      await other.kill();
    },
    mend: async () => {
      await redis.failover(other);
      await other.restart();
      await redis.isComplete();
    },
  };
}

/** Kills two of three primaries of a Redis Cluster. The remaining one is not a majority, so no replica takes over. */
export function killMostPrimaries(redis: PrivateRedisCluster): Part {
  let lost: PrivateServer[];
  return {
    refuses: true,
    strike: async () => {
      const [other] = await redis.otherPrimaries();
      lost = [await redis.primary(), other!];
      await Promise.all(lost.map((server) => server.kill()));
    },
    mend: async () => {
      await Promise.all(lost.map((server) => server.restart()));
      await redis.isComplete();
    },
  };
}

export function killSentinel(sentinels: PrivateSentinels): Part {
  const [sentinel] = sentinels.sentinels;
  return {
    strike: () => sentinel!.kill(),
    mend: () => sentinel!.restart(),
  };
}

/** Two faults at once. The part that failed last is mended first. */
export function both(one: Part, other: Part): Part {
  return {
    strike: async (run) => {
      await one.strike(run);
      await other.strike(run);
    },
    mend: async (run) => {
      await other.mend(run);
      await one.mend(run);
    },
  };
}
