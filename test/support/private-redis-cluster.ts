import { Redis } from 'ioredis';
import { freePort, type PrivateServer } from '../../tools/private-server.js';
import { startPrivateRedis } from '../../tools/private-redis.js';
import { eventually } from './server-process.js';

const PRIMARIES = 3;
const SLOTS = 16_384;
const PASSWORD = 'redis:p@ss/1';
/** Short, so that a failover takes a few seconds. */
const NODE_TIMEOUT_MS = 1500;

interface Node {
  readonly server: PrivateServer;
  readonly busPort: number;
  readonly id: string;
  /** Commands that do not follow redirections. */
  readonly admin: Redis;
}

/** A Redis Cluster on this machine: three primaries, and a replica of each unless told otherwise. */
export class PrivateRedisCluster {
  private constructor(private readonly nodes: readonly Node[]) {}

  /** @param replicas of each primary */
  static async start(replicas = 1): Promise<PrivateRedisCluster> {
    const nodes = await Promise.all(Array.from({ length: PRIMARIES * (1 + replicas) }, startNode));
    const cluster = new PrivateRedisCluster(nodes);
    const [first, ...others] = nodes as [Node, ...Node[]];
    const size = Math.ceil(SLOTS / PRIMARIES);
    await Promise.all(
      nodes.slice(0, PRIMARIES).map(({ admin }, i) => {
        const range = [i * size, Math.min((i + 1) * size, SLOTS) - 1];
        return admin.call('CLUSTER', 'ADDSLOTSRANGE', ...range);
      }),
    );
    for (const [i, { admin }] of nodes.entries()) await admin.call('CLUSTER', 'SET-CONFIG-EPOCH', i + 1);
    for (const { server, busPort } of others)
      await first.admin.call('CLUSTER', 'MEET', '127.0.0.1', server.port, busPort);
    await cluster.everyNode(async (node) => (await cluster.view(node)).length === nodes.length);
    await Promise.all(
      nodes
        .slice(PRIMARIES)
        .map(({ admin }, i) => admin.call('CLUSTER', 'REPLICATE', nodes[i % PRIMARIES]!.id)),
    );
    await cluster.isComplete();
    return cluster;
  }

  /** `REDIS_URL` of servers. */
  get url(): string {
    const hosts = this.nodes.map(({ server }) => `127.0.0.1:${server.port}`).join();
    return `redis+cluster://:${encodeURIComponent(PASSWORD)}@${hosts}`;
  }

  /** `redis://` URL of one node. */
  urlOf(server: PrivateServer): string {
    return `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${server.port}`;
  }

  /** Returns the primary that serves the slot of `key`, in the view of most nodes. */
  async primaryOf(key: string): Promise<PrivateServer> {
    const slot = Number(await this.nodes[0]!.admin.call('CLUSTER', 'KEYSLOT', key));
    return eventually(async () => (await this.owner(slot))?.server);
  }

  /** The nodes that serve slots. */
  async primaries(): Promise<PrivateServer[]> {
    const sizes = await Promise.all(this.nodes.map((node) => this.role(node)));
    return this.nodes.flatMap(({ server }, i) => (sizes[i] === 'master' ? [server] : []));
  }

  async replicaOf(primary: PrivateServer): Promise<PrivateServer> {
    const { id } = this.nodeOf(primary);
    const view = await this.view(this.nodeOf(primary));
    const replica = view.find(({ primaryId }) => primaryId === id)!;
    return this.nodes.find((node) => node.id === replica.id)!.server;
  }

  /** Waits until the replica of a lost primary serves its slots. */
  async failover(from: PrivateServer): Promise<void> {
    const { id } = this.nodeOf(from);
    const others = this.nodes.filter(({ server }) => server !== from);
    await eventually(async () => {
      const views = await Promise.all(others.map((node) => this.view(node)));
      const isGone = views.every((view) =>
        view.every((seen) => seen.id !== id || !seen.flags.includes('master') || seen.flags.includes('fail')),
      );
      const isServed = await Promise.all(others.map((node) => this.isOk(node)));
      return (isGone && isServed.every(Boolean)) || undefined;
    });
  }

  /** Waits until all slots are served and each replica has its primary's data. */
  async isComplete(): Promise<void> {
    await this.everyNode(async ({ admin }) => (await admin.acl('SETUSER', 'default', '+@all')) === 'OK');
    await this.everyNode((node) => this.isOk(node));
    await this.everyNode(async (node) => {
      const info = await node.admin.info('replication');
      return info.includes('role:master') || info.includes('master_link_status:up');
    });
    // Otherwise a failover could fail, because nodes do not know the replicas yet.
    await this.everyNode(async (node) => {
      const view = await this.view(node);
      return view.every(
        ({ flags }) => !flags.some((flag) => flag.startsWith('fail') || flag === 'handshake'),
      );
    });
  }

  /** Detaches the replicas of a primary, so that they lack all further writes. */
  async stopReplication(primary: PrivateServer): Promise<void> {
    const { admin } = this.nodeOf(primary);
    await admin.acl('SETUSER', 'default', '-psync', '-sync');
    await admin.client('KILL', 'TYPE', 'replica');
  }

  /** Lets the replica of a primary take over without losing a write, as an operator would. */
  async switchOver(primary: PrivateServer): Promise<void> {
    const { admin } = this.nodeOf(await this.replicaOf(primary));
    await admin.call('CLUSTER', 'FAILOVER');
    await eventually(async () => (await this.role(this.nodeOf(primary))) === 'slave' || undefined);
  }

  /**
   * Moves a slot with its keys to another primary, as `redis-cli --cluster reshard` does.
   * @param meanwhile runs when the slot is being moved, and its keys are still where they were
   */
  async moveSlot(slot: number, meanwhile?: () => Promise<void>): Promise<void> {
    const from = (await this.owner(slot))!;
    const targets = await this.primaries();
    const to = this.nodeOf(targets.find((server) => server !== from.server)!);
    await to.admin.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', from.id);
    await from.admin.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', to.id);
    await meanwhile?.();
    for (;;) {
      const keys = (await from.admin.call('CLUSTER', 'GETKEYSINSLOT', slot, 10)) as string[];
      if (keys.length === 0) break;
      const target = ['127.0.0.1', to.server.port, '', 0, 5000, 'AUTH', PASSWORD, 'KEYS'];
      await from.admin.call('MIGRATE', ...target, ...keys);
    }
    for (const { admin } of [to, from]) await admin.call('CLUSTER', 'SETSLOT', slot, 'NODE', to.id);
  }

  /** Slot of a key. */
  async slotOf(key: string): Promise<number> {
    return Number(await this.nodes[0]!.admin.call('CLUSTER', 'KEYSLOT', key));
  }

  /** All keys that match, of all primaries. */
  async keys(pattern: string): Promise<string[]> {
    const found = await Promise.all(
      (await this.primaries()).map((server) => this.nodeOf(server).admin.keys(pattern)),
    );
    return found.flat();
  }

  /** Number of primaries that have keys that match. */
  async holdersOf(pattern: string): Promise<number> {
    const found = await Promise.all(
      (await this.primaries()).map((server) => this.nodeOf(server).admin.keys(pattern)),
    );
    return found.filter(({ length }) => length > 0).length;
  }

  /** Removes all keys that match. */
  async remove(pattern: string): Promise<void> {
    for (const server of await this.primaries()) {
      const { admin } = this.nodeOf(server);
      for (const key of await admin.keys(pattern)) await admin.del(key);
    }
  }

  async stop(): Promise<void> {
    for (const { admin } of this.nodes) admin.disconnect();
    await Promise.all(this.nodes.map(({ server }) => server.stop()));
  }

  private nodeOf(server: PrivateServer): Node {
    return this.nodes.find((node) => node.server === server)!;
  }

  private async owner(slot: number): Promise<Node | undefined> {
    for (const node of this.nodes) {
      const { id } = node;
      const view = await this.view(node).catch(() => []);
      const serves = view.find((seen) => seen.id === id && seen.flags.includes('master'))?.serves(slot);
      if (serves) return node;
    }
    return undefined;
  }

  private async role({ admin }: Node): Promise<string> {
    return admin.role().then(
      ([role]) => String(role),
      () => 'lost',
    );
  }

  private async isOk({ admin }: Node): Promise<boolean> {
    return String(await admin.call('CLUSTER', 'INFO')).includes('cluster_state:ok');
  }

  private async view({ admin }: Node): Promise<Seen[]> {
    return String(await admin.call('CLUSTER', 'NODES'))
      .trim()
      .split('\n')
      .map((line) => {
        const [id = '', , flags = '', primaryId = '', , , , , ...ranges] = line.split(' ');
        const serves = (slot: number) =>
          ranges.some((range) => {
            const [first, last = first] = range.split('-').map(Number);
            return slot >= first! && slot <= last!;
          });
        return { id, flags: flags.split(','), primaryId, serves };
      });
  }

  private async everyNode(isTrue: (node: Node) => Promise<boolean>): Promise<void> {
    for (const node of this.nodes) await eventually(async () => (await isTrue(node)) || undefined);
  }
}

interface Seen {
  readonly id: string;
  readonly flags: readonly string[];
  readonly primaryId: string;
  readonly serves: (slot: number) => boolean;
}

async function startNode(): Promise<Node> {
  const busPort = await freePort();
  const passwords = ['--requirepass', PASSWORD, '--masterauth', PASSWORD];
  const fast = ['--repl-diskless-sync-delay', '0', '--repl-ping-replica-period', '1'];
  const cluster = ['--cluster-enabled', 'yes', '--cluster-node-timeout', `${NODE_TIMEOUT_MS}`];
  const server = (await startPrivateRedis([
    ...passwords,
    ...fast,
    ...cluster,
    '--cluster-port',
    `${busPort}`,
  ]))!;
  const admin = new Redis({
    host: '127.0.0.1',
    port: server.port,
    password: PASSWORD,
    enableReadyCheck: false,
    commandTimeout: 2000,
    maxRetriesPerRequest: 0,
  });
  // Commands report the fault.
  admin.on('error', () => undefined);
  return { server, busPort, id: String(await admin.call('CLUSTER', 'MYID')), admin };
}
