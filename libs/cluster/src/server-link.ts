import { Redis } from 'ioredis';
import type { Clock } from '@app/platform';
import { requireMode } from './redis-fault.js';
import { type LinkEvents, type RedisLink, type RedisRun, RUN_LENGTH, SETTLING_MS } from './redis-link.js';
import type { ServerTarget } from './redis-options.js';

/**
 * Notes which Redis is the primary. KEYS: hash of primaries. ARGV: run id, epoch milliseconds. Returns how many times
 * this run has become the primary, and when it last did. The hash has no expiry: without it, a primary would be taken
 * for a new one.
 */
const ENTER = `
  if redis.call('HGET', KEYS[1], 'primary') ~= ARGV[1] then
    redis.call('HINCRBY', KEYS[1], 'turns ' .. ARGV[1], 1)
    redis.call('HSET', KEYS[1], 'primary', ARGV[1], 'since', ARGV[2])
  end
  return redis.call('HMGET', KEYS[1], 'turns ' .. ARGV[1], 'since')`;

/** The connection to a single Redis, or to the primary that sentinels name. */
export class ServerLink implements RedisLink {
  readonly client: Redis;
  readonly isCurrent = true;
  private readonly all: readonly [Redis];
  private readonly listeners: Redis[] = [];
  private sentinelError: Error | undefined;
  /** True between the first response and `close`. Before, a failed connection is reported instead of replaced. */
  private isOpen = false;

  /** @param prefix of all keys */
  constructor(
    private readonly target: ServerTarget,
    private readonly prefix: string,
    private readonly clock: Pick<Clock, 'now'>,
    events: LinkEvents,
  ) {
    const { url, options } = target;
    this.client = url === undefined ? new Redis(options) : new Redis(url, options);
    this.all = [this.client];
    const { client } = this;
    client.on('error', (error) =>
      events.failed((error.message.startsWith('All sentinels') && this.sentinelError) || error),
    );
    // After the last sentinel, the client emits an error that lacks some reasons.
    client.on('sentinelError', (error: Error) => (this.sentinelError = error));
    client.on('close', () => events.closed());
    client.on('ready', () => events.ready());
    client.on('end', () => this.connectAgain(client));
  }

  connect(): Promise<void> {
    return this.client.connect();
  }

  async identify(): Promise<RedisRun> {
    const asked = performance.now();
    const info = await this.client.info('server');
    const latencyMs = performance.now() - asked;
    const run = requireMode(info, 'standalone');
    this.isOpen = true;
    if (!this.target.hasSentinels)
      return { id: run.slice(0, RUN_LENGTH), completeSince: -Infinity, latencyMs };
    return { ...(await this.enter(run)), latencyMs };
  }

  primaries(): readonly Redis[] {
    return this.all;
  }

  drop(): void {
    if (this.client.status === 'ready') this.client.stream.destroy();
  }

  /** Uses a separate connection. */
  subscribe(channel: string, hear: (message: string) => void): void {
    const listener = this.client.duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: null });
    // The main connection reports the fault.
    listener.on('error', () => undefined);
    listener.on('message', (_, message: string) => hear(message));
    listener.on('end', () => this.connectAgain(listener));
    this.listeners.push(listener);
    listener.subscribe(channel).catch(() => undefined);
  }

  close(): void {
    this.isOpen = false;
    for (const client of [this.client, ...this.listeners]) client.disconnect();
  }

  /** The client gives up for good when a sentinel announces another primary at the moment when it connects. */
  private connectAgain(client: Redis): void {
    if (this.isOpen) client.connect().catch(() => undefined);
  }

  /**
   * Returns a text that is unique to this run of Redis, and to each time that it became the primary: as a replica it may
   * have received outdated data under its earlier prefix.
   */
  private async enter(run: string): Promise<Pick<RedisRun, 'id' | 'completeSince'>> {
    const noted = await this.client.eval(ENTER, 1, `${this.prefix}primaries`, run, this.clock.now());
    const [turns, since] = noted as [string, string];
    const id = run.slice(0, RUN_LENGTH);
    return { id: turns === '1' ? id : `${id}-${turns}`, completeSince: Number(since) + SETTLING_MS };
  }
}
