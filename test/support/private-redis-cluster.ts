import { Redis } from 'ioredis';
import { freePort, type Place, type PrivateServer, THIS_MACHINE } from '../../tools/private-server.js';
import { startPrivateRedis } from '../../tools/private-redis.js';
import type { ReplicatedRedis } from './replicated-redis.js';
import { eventually } from './server-process.js';

const PRIMARIES = 3;
const SLOTS = 16_384;
const PASSWORD = 'redis:p@ss/1';
/** Short, so that a failover takes a few seconds. */
const NODE_TIMEOUT_MS = 1500;
/** Milliseconds that moving a key may take. */
const MIGRATE_MS = 60_000;
/** Milliseconds without an answer after which a node counts as hanging. */
const ANSWER_MS = 2000;

interface Node {
  readonly server: PrivateServer;
  readonly busPort: number;
  readonly id: string;
  /** Changes the node, however long that takes: each change writes the node's configuration to the disk. */
  readonly admin: Redis;
  /** Asks the node, which may hang. */
  readonly questions: Redis;
}

/** A Redis Cluster on this machine: three primaries, and a replica of each unless told otherwise. */
export class PrivateRedisCluster implements ReplicatedRedis {
  static readonly NAMES = Array.from({ length: 2 * PRIMARIES }, (_, i) => `redis-${i + 1}`);
  readonly names = PrivateRedisCluster.NAMES;

  private constructor(private readonly nodes: readonly Node[]) {}

  /**
   * @param placeOf where each of `NAMES` runs
   * @param replicas of each primary, at most 1
   * @param nodeTimeoutMs time after which the other nodes consider a silent node lost
   */
  static async start(
    placeOf: (name: string) => Place = () => THIS_MACHINE,
    replicas = 1,
    nodeTimeoutMs = NODE_TIMEOUT_MS,
  ): Promise<PrivateRedisCluster> {
    const names = this.NAMES.slice(0, PRIMARIES * (1 + replicas));
    const nodes = await Promise.all(names.map((name) => startNode(placeOf(name), nodeTimeoutMs)));
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
    // Repeated, since a node forgets another one that responds late.
    await eventually(async () => {
      const known = await cluster.view(first).catch(() => undefined);
      const unknown = known && others.filter(({ id }) => !known.some((seen) => seen.id === id));
      for (const { server, busPort } of unknown ?? [])
        await first.admin.call('CLUSTER', 'MEET', server.place.host, server.port, busPort);
      return unknown?.length === 0 || undefined;
    }, 500);
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
    const hosts = this.nodes.map(({ server }) => `${server.place.host}:${server.port}`).join();
    return `redis+cluster://:${encodeURIComponent(PASSWORD)}@${hosts}`;
  }

  /** Returns the primary that serves the slot of `key`, in the view of most nodes. */
  async primaryOf(key: string): Promise<PrivateServer> {
    const slot = await this.slotOf(key);
    return eventually(async () => (await this.owner(slot))?.server);
  }

  async primary(): Promise<PrivateServer> {
    return this.primaryOf(await eventually(async () => (await this.keys('latchkey:*'))[0]));
  }

  /** Primaries that have none of Latchkey's keys. */
  async otherPrimaries(): Promise<PrivateServer[]> {
    const primary = await this.primary();
    return (await this.primaries()).filter((server) => server !== primary);
  }

  nameOf(server: PrivateServer): string {
    return this.names[this.nodes.indexOf(this.nodeOf(server))]!;
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
  async failover(from: PrivateServer): Promise<PrivateServer> {
    const { id } = this.nodeOf(from);
    const others = this.nodes.filter(({ server }) => server !== from);
    await holds(async () => {
      const views = await Promise.all(others.map((node) => this.view(node)));
      const isGone = views.every((view) =>
        view.every((seen) => seen.id !== id || !seen.flags.includes('master') || seen.flags.includes('fail')),
      );
      const isServed = await Promise.all(others.map((node) => this.isOk(node)));
      return isGone && isServed.every(Boolean);
    });
    return this.primary();
  }

  follows(): Promise<void> {
    return this.isComplete();
  }

  /** Waits until all slots are served and each replica has its primary's data. */
  async isComplete(): Promise<void> {
    await this.everyNode(async ({ admin }) => (await admin.acl('SETUSER', 'default', '+@all')) === 'OK');
    await this.everyNode((node) => this.isOk(node));
    await this.everyNode(async (node) => {
      const info = await node.questions.info('replication');
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
    const from = await eventually(() => this.owner(slot));
    const target = await eventually(async () =>
      (await this.primaries()).find((server) => server !== from.server),
    );
    const to = this.nodeOf(target);
    await to.admin.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', from.id);
    await from.admin.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', to.id);
    await meanwhile?.();
    for (;;) {
      const keys = (await from.admin.call('CLUSTER', 'GETKEYSINSLOT', slot, 10)) as string[];
      if (keys.length === 0) break;
      const where = [to.server.place.host, to.server.port, '', 0, MIGRATE_MS, 'AUTH', PASSWORD, 'KEYS'];
      await from.admin.call('MIGRATE', ...where, ...keys);
    }
    for (const { admin } of [to, from]) await admin.call('CLUSTER', 'SETSLOT', slot, 'NODE', to.id);
  }

  /** Slot of a key. */
  async slotOf(key: string): Promise<number> {
    return eventually(async () => {
      for (const { questions } of this.nodes) {
        const slot = await questions.call('CLUSTER', 'KEYSLOT', key).catch(() => undefined);
        if (slot !== undefined) return Number(slot);
      }
      return undefined;
    });
  }

  /** All keys that match, of all primaries. */
  async keys(pattern: string): Promise<string[]> {
    const found = await Promise.all(
      (await this.primaries()).map((server) =>
        this.nodeOf(server)
          .questions.keys(pattern)
          .catch(() => []),
      ),
    );
    return found.flat();
  }

  async stop(): Promise<void> {
    for (const { admin, questions } of this.nodes) {
      admin.disconnect();
      questions.disconnect();
    }
    await Promise.all(this.nodes.map(({ server }) => server.stop()));
  }

  private nodeOf(server: PrivateServer): Node {
    return this.nodes.find((node) => node.server === server)!;
  }

  /** Returns the node that serves the slot in the view of most nodes. */
  private async owner(slot: number): Promise<Node | undefined> {
    const views = await Promise.all(this.nodes.map((node) => this.view(node).catch(() => [])));
    const named = views.map((view) => view.find(({ flags, serves }) => isUp(flags) && serves(slot))?.id);
    return this.nodes.find(({ id }) => named.filter((each) => each === id).length > this.nodes.length / 2);
  }

  private async role({ questions }: Node): Promise<string> {
    return questions.role().then(
      ([role]) => String(role),
      () => 'lost',
    );
  }

  private async isOk({ questions }: Node): Promise<boolean> {
    return String(await questions.call('CLUSTER', 'INFO')).includes('cluster_state:ok');
  }

  private async view({ questions }: Node): Promise<Seen[]> {
    return String(await questions.call('CLUSTER', 'NODES'))
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
    for (const node of this.nodes) await holds(() => isTrue(node));
  }
}

/** Waits until a check of nodes succeeds. Repeats the check if a node cannot answer yet. */
async function holds(check: () => Promise<boolean>): Promise<void> {
  await eventually(() =>
    check().then(
      (is) => is || undefined,
      () => undefined,
    ),
  );
}

function isUp(flags: readonly string[]): boolean {
  return flags.includes('master') && !flags.includes('fail');
}

interface Seen {
  readonly id: string;
  readonly flags: readonly string[];
  readonly primaryId: string;
  readonly serves: (slot: number) => boolean;
}

async function startNode(place: Place, nodeTimeoutMs: number): Promise<Node> {
  const busPort = await freePort();
  const passwords = ['--requirepass', PASSWORD, '--masterauth', PASSWORD];
  const fast = ['--repl-diskless-sync-delay', '0', '--repl-ping-replica-period', '1'];
  // A replica takes over no matter how long it has been detached from its primary.
  const validity = ['--cluster-replica-validity-factor', '0'];
  const cluster = ['--cluster-enabled', 'yes', '--cluster-node-timeout', `${nodeTimeoutMs}`];
  const port = ['--cluster-port', `${busPort}`];
  const server = (await startPrivateRedis([...passwords, ...fast, ...cluster, ...validity, ...port], place))!;
  const admin = new Redis({
    host: place.host,
    port: server.port,
    password: PASSWORD,
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
  });
  const questions = admin.duplicate({ commandTimeout: ANSWER_MS });
  // Ignores the events, since commands report the faults.
  for (const client of [admin, questions]) client.on('error', () => undefined);
  return { server, busPort, id: String(await admin.call('CLUSTER', 'MYID')), admin, questions };
}
