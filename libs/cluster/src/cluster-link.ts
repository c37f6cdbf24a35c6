import { Cluster, type Redis } from 'ioredis';
import { setTimeout } from 'node:timers/promises';
import { type Clock, randomText } from '@app/platform';
import { agreedOwners, parseNodes } from './cluster-nodes.js';
import { requireMode } from './redis-fault.js';
import { type LinkEvents, type RedisLink, type RedisRun, RUN_LENGTH, SETTLING_MS } from './redis-link.js';
import type { ClusterTarget } from './redis-options.js';

/** Interval in milliseconds of looking at the primaries, and the number of intervals within which all must respond. */
const PROBE_MS = 100;
const LOST_AFTER_PROBES = 6;

/**
 * Notes the runs of the primaries. KEYS: the hash of the cluster. ARGV: text for a new run, epoch milliseconds, run ids.
 * The run of the cluster ends when a primary is missing that was there before: its replica, or the same node after a
 * restart, may lack writes. A primary that is added lacks nothing. Returns the run, and since when it lasts. The hash has
 * no expiry: without it, all primaries would be taken for new ones.
 */
const ENTER = `
  local known = redis.call('HGET', KEYS[1], 'primaries')
  local here = {}
  for i = 3, #ARGV do here[ARGV[i]] = true end
  local lasts = known and true
  for id in string.gmatch(known or '', '%S+') do lasts = lasts and here[id] end
  if not lasts then redis.call('HSET', KEYS[1], 'run', ARGV[1], 'since', ARGV[2]) end
  redis.call('HSET', KEYS[1], 'primaries', table.concat(ARGV, ' ', 3))
  return redis.call('HMGET', KEYS[1], 'run', 'since')`;

/**
 * The connections to the primaries of a Redis Cluster. All of them must respond: a process that cannot see each primary
 * would not notice that one was replaced.
 */
export class ClusterLink implements RedisLink {
  readonly client: Cluster;
  private readonly heard = new Map<string, (message: string) => void>();
  private readonly timer: NodeJS.Timeout;
  private nodeError: Error | undefined;
  /** The run that was identified, while it can be used. */
  private run: string | undefined;
  private primaryIds = '';
  /** Start of the last complete look, in milliseconds of the process's monotonic clock. */
  private lookedAt = 0;
  private isLooking = false;
  private waited = 0;
  /** Counts closed connections, so that a look that began before does not count. */
  private drops = 0;

  /** @param prefix of all keys */
  constructor(
    { nodes, options }: ClusterTarget,
    private readonly prefix: string,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly events: LinkEvents,
  ) {
    this.client = new Cluster(nodes, options);
    const { client } = this;
    client.on('node error', (error: Error) => (this.nodeError = error));
    client.on('error', (error: Error) => this.fail(this.nodeError ?? error));
    client.on('close', () => events.closed());
    client.on('ready', () => events.ready());
    client.on('-node', () => void this.probe());
    client.on('message', (channel: string, message: string) => this.heard.get(channel)?.(message));
    this.timer = setInterval(() => this.check(), PROBE_MS);
    this.timer.unref();
  }

  /**
   * Also false after a pause of this process, in which a primary may have been replaced. While the client is not ready, it
   * would keep commands for later.
   */
  get isCurrent(): boolean {
    return this.client.status === 'ready' && performance.now() - this.lookedAt <= SETTLING_MS;
  }

  connect(): Promise<void> {
    return this.client.connect();
  }

  /**
   * Returns a run that ends when any primary is lost, also for keys of the others: copies of sessions and the list of
   * them are on different nodes. After a change it waits until every other process has noticed it too, since those look at
   * the primaries all the time.
   */
  async identify(): Promise<RedisRun> {
    const { drops } = this;
    const asked = performance.now();
    const ids = await this.look();
    const latencyMs = performance.now() - asked;
    const { id, since } = await this.enter(ids);
    const completeSince = since + SETTLING_MS;
    const settlingMs = Math.min(completeSince - this.clock.now(), SETTLING_MS);
    if (settlingMs > 0) await setTimeout(settlingMs);
    if (drops !== this.drops) throw new Error('the connections were closed');
    this.primaryIds = ids.join(' ');
    this.lookedAt = performance.now();
    this.run = id;
    for (const channel of this.heard.keys()) this.listen(channel);
    return { id, completeSince, latencyMs };
  }

  primaries(): readonly Redis[] {
    return this.client.nodes('master');
  }

  drop(): void {
    this.run = undefined;
    this.drops += 1;
    if (this.client.status === 'ready') this.client.disconnect(true);
  }

  /** The client keeps a connection to any node for all channels. */
  subscribe(channel: string, hear: (message: string) => void): void {
    this.heard.set(channel, hear);
    this.listen(channel);
  }

  close(): void {
    this.run = undefined;
    clearInterval(this.timer);
    this.client.disconnect();
  }

  private listen(channel: string): void {
    this.client.subscribe(channel).catch(() => undefined);
  }

  private fail(error: unknown): void {
    this.run = undefined;
    this.events.failed(error);
  }

  /** Gives up a cluster whose primaries have not all responded. */
  private check(): void {
    if (this.run === undefined) return;
    this.waited = this.isLooking ? this.waited + 1 : 0;
    if (this.waited >= LOST_AFTER_PROBES || !this.isCurrent)
      this.fail(new Error('nothing came back in time'));
    else void this.probe();
  }

  /** Looks at the primaries again, and gives the run up if it has ended. */
  private async probe(): Promise<void> {
    if (this.isLooking || this.run === undefined) return;
    this.isLooking = true;
    const { drops } = this;
    const startedAt = performance.now();
    try {
      const ids = await this.look();
      if (ids.join(' ') !== this.primaryIds && (await this.enter(ids)).id !== this.run)
        throw new Error('a primary was replaced');
      if (drops !== this.drops) return;
      this.primaryIds = ids.join(' ');
      this.lookedAt = startedAt;
    } catch (error) {
      if (drops === this.drops && this.run !== undefined) this.fail(error);
    } finally {
      this.isLooking = false;
    }
  }

  /**
   * Returns the run ids of the primaries, sorted.
   * @throws Error unless each of them responds, and most agree that they serve all slots
   */
  private async look(): Promise<string[]> {
    return (await this.lookAtKnown()) ?? (await this.refresh()) ?? this.refuse();
  }

  private async refresh(): Promise<string[] | undefined> {
    await new Promise<void>((resolve) => this.client.refreshSlotsCache(() => resolve()));
    return this.lookAtKnown();
  }

  private refuse(): never {
    throw new Error('its primaries do not respond, or disagree on who they are');
  }

  /** Returns nothing if the client does not know all primaries, or takes a replica for one. */
  private async lookAtKnown(): Promise<string[] | undefined> {
    const seen = await Promise.all(
      this.primaries().map(async (node) => {
        const [info, view] = await Promise.all([node.info('server'), node.cluster('NODES')]);
        return { runId: requireMode(info, 'cluster'), view: parseNodes(String(view)) };
      }),
    );
    const owners = agreedOwners(seen.map(({ view }) => view));
    const runIds = seen.flatMap(({ runId, view }) =>
      owners.delete(view.find(({ isSelf }) => isSelf)?.id ?? '') ? [runId] : [],
    );
    return owners.size === 0 ? runIds.toSorted() : undefined;
  }

  private async enter(ids: readonly string[]): Promise<{ id: string; since: number }> {
    const noted = await this.client.eval(
      ENTER,
      1,
      `${this.prefix}cluster`,
      randomText(RUN_LENGTH),
      this.clock.now(),
      ...ids,
    );
    const [id, since] = noted as [string, string];
    return { id, since: Number(since) };
  }
}
