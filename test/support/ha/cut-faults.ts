import type { PrivateServer } from '../../../tools/private-server.js';
import type { DatabaseCluster } from '../database-cluster.js';
import type { PrivateNetwork } from '../private-network.js';
import type { ReplicatedRedis } from '../replicated-redis.js';
import type { Part } from './faults.js';
import { type HaRun, SERVER_NAMES } from './ha-run.js';

const NODES = ['node-1', 'node-2', 'node-3'];
/** The server that loses a link. Load goes to the others, and through the proxy. */
const ALONE = 1;

const nameOfWriter = async (cluster: DatabaseCluster) => NODES[await cluster.writer()]!;
const network = (run: HaRun): PrivateNetwork => run.network!;

/** Cuts links between nodes of the database, or between the proxy and nodes. All links are mended at the same time. */
function cutNodes(cut: (network: PrivateNetwork, writer: string, others: string[]) => void): Part {
  return {
    strike: async (run) => {
      const writer = await nameOfWriter(run.cluster);
      cut(
        network(run),
        writer,
        NODES.filter((node) => node !== writer),
      );
    },
    mend: async (run) => {
      network(run).mend();
      await run.cluster.synced();
    },
  };
}

/** The writer belongs to no majority any more, but the proxy still reaches it. */
export const cutWriterFromNodes = cutNodes((net, writer, others) => net.cut([writer], others));

export const cutWriterFromAll = cutNodes((net, writer) => net.cut([writer], net.others()));

export const cutReaderFromAll = cutNodes((net, _, [reader]) => net.cut([reader!], net.others()));

/** The nodes reach each other, and the proxy reaches all nodes except the writer. */
export const cutProxyFromWriter = cutNodes((net, writer) => net.cut(['database-proxy'], [writer]));

/** Each node is alone, so that none belongs to a majority. */
export const cutAllNodes: Part = {
  ...cutNodes((net) => net.cut(NODES, NODES)),
  refuses: true,
};

/** Two of three nodes are killed. The remaining one is not a majority. */
export const killMajority: Part = {
  refuses: true,
  strike: async ({ cluster }) => {
    const writer = await cluster.writer();
    const others = [...NODES.keys()].filter((node) => node !== writer);
    await Promise.all(others.map((node) => cluster.kill(node)));
  },
  mend: ({ cluster }) => cluster.startAllAgain(),
};

/**
 * The Redis primary is cut off from its replica and all others.
 * @param reachable the servers that still reach it
 */
export function cutPrimary(redis: ReplicatedRedis, reachable: readonly string[]): Part {
  let primary: PrivateServer;
  return {
    strike: async (run) => {
      primary = await redis.primary();
      const name = redis.nameOf(primary);
      network(run).cut([name], network(run).others(name, ...reachable));
      await redis.failover(primary);
    },
    mend: async (run) => {
      network(run).mend();
      await redis.follows(primary);
    },
  };
}

/** The Redis primary and one server are on one side of the cut. Both sides still reach the database. */
export function splitServer(redis: ReplicatedRedis): Part {
  const alone = SERVER_NAMES[ALONE]!;
  const primary = cutPrimary(redis, [alone]);
  return {
    strike: async (run) => {
      run.isolated(ALONE);
      const reached = redis.nameOf(await redis.primary());
      network(run).cut(
        [alone],
        redis.names.filter((name) => name !== reached),
      );
      await primary.strike(run);
      await run.attempts(ALONE);
    },
    mend: async (run) => {
      await primary.mend(run);
      run.rejoined(ALONE);
    },
  };
}

/** Cuts a server off from parts. The others go on. */
function cutServer(from: readonly string[]): Part {
  return {
    strike: async (run) => {
      run.isolated(ALONE);
      network(run).cut([SERVER_NAMES[ALONE]!], from);
    },
    mend: async (run) => {
      network(run).mend();
      run.rejoined(ALONE);
    },
  };
}

export const cutServerFromRedis = (redis: ReplicatedRedis) => cutServer(redis.names);
export const cutServerFromDatabase = cutServer(['database-proxy']);
