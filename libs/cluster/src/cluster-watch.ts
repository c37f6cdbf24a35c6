import { AbstractConnector, type Redis, type RedisOptions } from 'ioredis';
import { createConnection, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { setTimeout } from 'node:timers/promises';
import { primariesIn } from './cluster-nodes.js';
import { type Member, PrimaryWatch, type Vote } from './primary-watch.js';
import { accountOptions, type Address } from './redis-options.js';

/** Interval in milliseconds at which connectors check which primary is elected. */
const LOOK_MS = 50;
/** A primary that no node has reported for this many milliseconds is no longer asked. */
const FORGET_MS = 10_000;

/**
 * Asks the primaries of a Redis Cluster which of them serves a slot, and counts their votes. A node is identified by
 * its id, since other nodes may know the node by different addresses.
 */
export class ClusterWatch extends PrimaryWatch {
  override readonly clientOptions: RedisOptions;
  override readonly isCluster = true;
  /** Never true: when another primary is elected, the client's connector itself closes the connection. */
  override readonly isReplaced = false;
  /** Reason why no primary is elected. */
  reason = new Error('most of the primaries of the cluster have not responded');
  private readonly addresses = new Map<string, Address>();
  /** For each address, the last time at which a node reported it, in milliseconds of the process's monotonic clock. */
  private readonly named = new Map<string, number>();

  /**
   * @param key a key in the slot
   * @param seeds some nodes, which report the others
   * @param target options of the client that uses the primary
   */
  constructor(
    private readonly key: string,
    seeds: readonly Address[],
    private readonly target: RedisOptions,
  ) {
    super(accountOptions(target), 'most of the primaries of the cluster');
    for (const seed of seeds) this.addMember(seed);
    this.clientOptions = { Connector: connectorTo(this, target.tls) };
  }

  /** Id of the primary for which most primaries have voted recently. */
  get owner(): string | undefined {
    return this.elected();
  }

  addressOf(id: string): Address {
    return this.addresses.get(id)!;
  }

  override async identify(client: Redis): Promise<void> {
    this.use(await client.cluster('MYID'));
  }

  protected override question(client: Redis): Promise<unknown> {
    return Promise.all([client.cluster('KEYSLOT', this.key), client.cluster('NODES')]);
  }

  /** Only primaries that serve slots have a vote when a replica takes over. */
  protected override voteIn(answer: unknown, member: Member): Vote | undefined {
    const [slot, nodes] = answer as [number, string];
    const primaries = primariesIn(nodes, slot, Boolean(this.target.tls));
    for (const { id, host, port } of primaries) {
      // A node may not know its own address.
      const address = { host: host || member.host, port };
      this.addresses.set(id, address);
      this.meet(address);
    }
    this.forget();
    const self = primaries.find(({ isSelf }) => isSelf);
    const owner = primaries.find(({ servesSlot, isUp }) => servesSlot && isUp);
    return self && { voter: self.id, primary: owner?.id, voters: primaries.length };
  }

  protected override fail(error: Error): void {
    // With a wrong password, first the authentication fails, and then the question fails with NOAUTH. `reason` keeps
    // the first error.
    if (this.target.password && error.message.startsWith('NOAUTH')) return;
    this.reason = error;
  }

  private meet(address: Address): void {
    const key = `${address.host}:${address.port}`;
    if (!this.members.has(key)) this.addMember(address);
    else if (!this.named.has(key)) return;
    this.named.set(key, performance.now());
  }

  private forget(): void {
    for (const [key, at] of this.named) {
      if (performance.now() - at < FORGET_MS) continue;
      this.members.get(key)!.client.disconnect();
      this.members.delete(key);
      this.named.delete(key);
    }
  }
}

/**
 * Returns a class of connectors to the primary that is elected. The connectors close the connection when another
 * primary is elected.
 */
function connectorTo(watch: ClusterWatch, tls: object | undefined) {
  return class extends AbstractConnector {
    constructor(options: unknown) {
      super((options as Required<RedisOptions>).disconnectTimeout);
    }

    override async connect(emit: (event: string, error: Error) => void): Promise<Socket> {
      this.connecting = true;
      for (;;) {
        const { owner } = watch;
        if (!this.connecting) throw new Error('the connection was closed');
        if (owner) return this.open(owner, watch.addressOf(owner));
        emit('error', watch.reason);
        await setTimeout(LOOK_MS, undefined, { ref: false });
      }
    }

    private open(owner: string, address: Address): Socket {
      const stream = tls ? connectTls({ ...address, ...tls }) : createConnection(address);
      this.stream = stream;
      stream.once('error', (error) => (this.firstError = error));
      const timer = setInterval(() => {
        if ((watch.owner ?? owner) !== owner) stream.destroy(new Error('another primary has taken over'));
      }, LOOK_MS);
      timer.unref();
      stream.once('close', () => clearInterval(timer));
      return stream;
    }
  };
}
