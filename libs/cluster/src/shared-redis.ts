import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { setTimeout } from 'node:timers/promises';
import {
  type Clock,
  ConfigurationError,
  errorMessage,
  LogThrottle,
  ServiceUnavailableError,
} from '@app/platform';
import { CommandBatch } from './command-batch.js';
import { redisFault, redisWords, requireServer } from './redis-fault.js';
import { CONFIRMED_MS, type RedisTarget, redisTarget } from './redis-options.js';
import type { PrimaryWatch } from './primary-watch.js';

/** Timeout of the first connection in milliseconds. After this time the log reports that the server waits for Redis. */
const START_MS = 4000;
/** Timeout of the commands sent while connecting, in milliseconds. No request waits for these commands. */
const GREETING_MS = 2000;

/** Milliseconds between attempts to subscribe. Changes announced in the meantime are loaded by a poll. */
const SUBSCRIBE_AGAIN_MS = 500;

/**
 * Interval in milliseconds between checks whether Redis has responded. Redis counts as lost after some checks without a
 * response, so a request waits for at most 0.6 seconds. Waits are counted in checks, because no checks run while the
 * process itself is blocked. A blocked process therefore does not consider Redis lost.
 */
const CHECK_MS = 100;
const LOST_AFTER_CHECKS = 6;
/** Number of checks between two reads of the hash that records primaries (see `ENTER`). */
const LOOK_AFTER_CHECKS = 10;

/** Number of characters of Redis's run id that are used, enough to tell runs apart. */
const RUN_LENGTH = 8;

/** Lifetime of the key that `ping` writes. */
const PING_KEPT_SEC = 60;

/**
 * Milliseconds for which other processes may still write to a former primary, plus the milliseconds by which the
 * processes' clocks may differ.
 */
const SETTLING_MS = CONFIRMED_MS + 1000;

/**
 * Records on a Redis server that the server is the primary. KEYS: the hash that records primaries. ARGV: the server's
 * run id, epoch milliseconds, and the latest time at which, as far as this process knows, a server became the primary.
 * If the hash contains an earlier time, another server was the primary in between, and this server has not received the
 * other server's data. Returns how many times this server has become the primary in this run, and when it last did.
 * The hash never expires: without it, the current primary would be taken for a new one.
 */
const ENTER = `
  local since = tonumber(redis.call('HGET', KEYS[1], 'since') or 0)
  if redis.call('HGET', KEYS[1], 'primary') ~= ARGV[1] or since < tonumber(ARGV[3]) then
    redis.call('HINCRBY', KEYS[1], 'turns ' .. ARGV[1], 1)
    redis.call('HSET', KEYS[1], 'primary', ARGV[1], 'since', ARGV[2])
  end
  return redis.call('HMGET', KEYS[1], 'turns ' .. ARGV[1], 'since')`;

/** A Lua script: takes its keys, then its arguments. */
export type Script = (keys: readonly string[], ...args: readonly (string | number)[]) => Promise<unknown>;

/**
 * The connection to the Redis that the server processes of a database share. While Redis does not respond, commands
 * fail immediately with `ServiceUnavailableError`. Loss and recovery of the connection are logged.
 */
export class SharedRedis {
  private readonly logger = new Logger('Redis');
  private run: string | undefined;
  /** Latest time at which a server became the primary, in epoch milliseconds; 0 if none is known. */
  private knownSince = 0;
  /** Throttles the log, since every request may be refused. */
  private readonly refusals = new LogThrottle();
  private lastError: Error | undefined;
  /** Error reply from Redis, which explains a disconnection that follows it. */
  private refusal: Error | undefined;
  private sentinelError: Error | undefined;
  private watching: NodeJS.Timeout | undefined;
  private gathering = false;
  /** Batches that have items for the next write. */
  private readonly filled: Pick<CommandBatch<unknown, unknown>, 'send'>[] = [];
  private asked = 0;
  private answered = 0;
  /** State of the connection. While it is starting or closing, other code reports faults. */
  private state: 'starting' | 'there' | 'lost' | 'closing' = 'starting';
  private readonly listeners: Redis[] = [];

  /**
   * @param client for libraries that need a client; other code uses `ask`
   * @param prefix of all keys, unique to the database, so that databases can share a Redis
   * @param primaries `undefined` if a single Redis is used, which no replica replaces
   */
  private constructor(
    readonly client: Redis,
    readonly prefix: string,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly primaries: PrimaryWatch | undefined,
  ) {
    client.on('error', (emitted) => {
      const error = (emitted.message.startsWith('All sentinels') && this.sentinelError) || emitted;
      this.lastError = error;
      if (isReply(error)) this.refusal = error;
      this.lose(error);
    });
    // When no sentinel can be reached, the client emits an error of its own, which may not say why the sentinels failed.
    // The latest sentinel's error is therefore kept.
    client.on('sentinelError', (error: Error) => (this.sentinelError = error));
    client.on('close', () => this.lose(new Error('the connection was closed')));
    client.on('ready', () => void this.greetNew());
    client.on('end', () => this.connectAgain(client));
    this.watch();
  }

  /**
   * Connects to Redis.
   * @param url value of `REDIS_URL`
   * @param databaseId letters and digits
   * @param ca certificates of the authority that signed Redis's certificate, in PEM
   * @throws StartupError if Redis does not respond; a `NotReadyError` if it may respond later
   */
  static async connect(
    url: string,
    databaseId: string,
    clock: Pick<Clock, 'now'>,
    ca?: string,
  ): Promise<SharedRedis> {
    const target = redisTarget(url, ca, GREETING_MS);
    // In a cluster, the hash tag keeps all keys on one primary. Scripts require this, since they use several keys
    // together.
    const prefix = `latchkey:${target.nodes ? `{${databaseId}}` : databaseId}:`;
    const primaries = await watchPrimaries(target, prefix);
    const redis = new SharedRedis(await open(target, primaries), prefix, clock, primaries);
    try {
      // Without this limit, connecting would wait until Redis has loaded its data from disk.
      const late = setTimeout(START_MS, undefined, { ref: false }).then(() => {
        throw new Error('it is not ready, and may be loading its data');
      });
      await Promise.race([redis.client.connect(), late]);
      await redis.greet();
      await redis.warnOfEviction();
    } catch (error) {
      redis.close();
      throw redisFault(redis.refusal ?? redis.lastError ?? error);
    }
    return redis;
  }

  /**
   * Prefix of keys that are valid only until Redis restarts or a replica becomes the primary. After either event, Redis
   * may lack the latest changes.
   */
  get runPrefix(): string {
    return `${this.prefix}${this.requireRun()}:`;
  }

  /**
   * Epoch milliseconds before which Redis may lack writes, because a replica became the primary without the former
   * primary's latest writes. -Infinity for a single Redis.
   */
  get completeSince(): number {
    return this.knownSince === 0 ? -Infinity : this.knownSince + SETTLING_MS;
  }

  /** True if the last check found that Redis responds. */
  get isConnected(): boolean {
    return this.run !== undefined;
  }

  /**
   * Sends a command.
   * @throws ServiceUnavailableError
   */
  async ask<T>(command: (client: Redis) => Promise<T>): Promise<T> {
    if (this.primaries?.isConfirmed === false) await this.primaries.confirmed();
    this.requireRun();
    this.asked += 1;
    this.gather();
    try {
      return await command(this.client);
    } catch (error) {
      this.fail(error);
    } finally {
      this.answered += 1;
    }
  }

  /** Prepares a script; `name` identifies it within the process. */
  script(name: string, lua: string): Script {
    this.client.defineCommand(name, { lua });
    const commands = this.client as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    return (keys, ...args) => this.ask(() => commands[name]!(keys.length, ...keys, ...args));
  }

  /**
   * Returns a function that processes an item. The items of all calls during one turn of the event loop are processed
   * together, by as few commands as possible.
   * @param send processes items and returns a result for each. If it fails, all items fail.
   * @returns a function that throws `ServiceUnavailableError` and the errors of `send`
   */
  batch<T, R>(send: (items: readonly T[]) => Promise<readonly R[]>): (item: T) => Promise<R> {
    const batch = new CommandBatch(send);
    return async (item) => {
      this.requireRun();
      if (batch.isEmpty) this.filled.push(batch);
      this.gather();
      return batch.add(item);
    };
  }

  /**
   * Checks that Redis accepts writes. A full Redis does not.
   * @throws ServiceUnavailableError
   */
  async ping(): Promise<void> {
    await this.ask((client) => client.set(`${this.prefix}ping`, '', 'EX', PING_KEPT_SEC));
  }

  /**
   * Subscribes to `channel` on a separate connection. This connection is replaced if it breaks, or if Redis refuses the
   * subscription or does not respond.
   */
  subscribe(channel: string, hear: (message: string) => void): void {
    const listener = this.client.duplicate({
      // If the client subscribed again by itself, an error would be an unhandled rejection and end the process.
      autoResubscribe: false,
      retryStrategy: () => SUBSCRIBE_AGAIN_MS,
      natMap: undefined,
    });
    // The main connection reports the fault.
    listener.on('error', () => undefined);
    listener.on('message', (_, message: string) => hear(message));
    listener.on('ready', () => {
      const { stream } = listener;
      listener.subscribe(channel).catch(() => stream.destroy());
    });
    listener.on('end', () => this.connectAgain(listener));
    this.listeners.push(listener);
    listener.connect().catch(() => undefined);
  }

  close(): void {
    this.state = 'closing';
    clearInterval(this.watching);
    this.primaries?.close();
    for (const client of [this.client, ...this.listeners]) client.disconnect();
  }

  /**
   * Connects the client again after it has given up. It gives up if it cannot use the address that a sentinel reports.
   */
  private connectAgain(client: Redis): void {
    if (this.state === 'there' || this.state === 'lost') client.connect().catch(() => undefined);
  }

  /**
   * Sends all commands and batches of one turn of the event loop in a single write, because a write is more expensive
   * than a command.
   */
  private gather(): void {
    if (this.gathering) return;
    const { stream } = this.client;
    this.gathering = true;
    stream.cork();
    setImmediate(() => {
      for (const batch of this.filled.splice(0)) batch.send();
      this.gathering = false;
      stream.uncork();
    });
  }

  /**
   * Closes the connection if Redis does not respond. If there are voters, also closes the connection when most voters
   * have elected another primary or do not confirm this primary. Pending commands then fail.
   */
  private watch(): void {
    let before = this.answered;
    let silent = 0;
    let unconfirmed = 0;
    let checks = 0;
    this.watching = setInterval(() => {
      checks = (checks + 1) % LOOK_AFTER_CHECKS;
      if (checks === 0 && this.primaries) this.followTurns().catch(() => undefined);
      if (this.primaries?.isReplaced) {
        this.lose(new Error('another primary has taken over'));
        // A former primary may accept a connection, but not respond on it.
        this.client.stream?.destroy();
      }
      unconfirmed = this.primaries?.isConfirmed === false && this.state === 'there' ? unconfirmed + 1 : 0;
      if (unconfirmed === LOST_AFTER_CHECKS) this.lose(new Error(this.primaries!.doubt));
      silent = this.asked > this.answered && this.answered === before ? silent + 1 : 0;
      before = this.answered;
      if (silent < LOST_AFTER_CHECKS) return;
      silent = 0;
      this.lose(new Error('no response arrived in time'));
    }, CHECK_MS);
    this.watching.unref();
  }

  /**
   * Connects again if another process has recorded that this primary was replaced and then became the primary again.
   * This process may have missed both changes.
   */
  private async followTurns(): Promise<void> {
    if (this.run === undefined) return;
    const since = await this.ask((client) => client.hget(`${this.prefix}primaries`, 'since'));
    if (Number(since) > this.knownSince) this.lose(new Error('another primary was used meanwhile'));
  }

  /** Runs `greet` on a new connection, and closes the connection if `greet` fails. */
  private async greetNew(): Promise<void> {
    const { stream } = this.client;
    try {
      await this.greet();
    } catch (error) {
      if (this.client.stream === stream) this.lose(error);
    }
  }

  /** Checks the server that a new connection has reached. Requests are served only after this check. */
  private async greet(): Promise<void> {
    const { stream } = this.client;
    const asked = performance.now();
    const info = await this.client.info('server');
    // While Redis is lost, a slow answer does not count: otherwise a slow Redis would alternate between connected and
    // lost.
    const tooSlow = performance.now() - asked > LOST_AFTER_CHECKS * CHECK_MS;
    if (tooSlow && this.state === 'lost') throw new Error('it answers too slowly');
    if (!this.primaries?.isCluster) requireServer(info);
    await this.primaries?.identify(this.client);
    await this.primaries?.confirmed();
    // During the waits above, a new connection, perhaps to another server, may have replaced this connection without
    // making a command fail.
    if (this.client.stream !== stream) throw new Error('the connection was replaced');
    const id = /^run_id:(\w+)/m.exec(info)?.[1];
    if (!id) throw new Error('the reply to INFO does not contain the run_id');
    this.run = this.primaries ? await this.enter(id) : id.slice(0, RUN_LENGTH);
    if (this.state === 'lost') this.logger.log('Redis responds again');
    this.state = 'there';
  }

  /**
   * Returns a text that is unique to this run of Redis. The text also changes each time this Redis becomes the primary
   * again: while it was a replica, it may have received outdated data under its earlier prefix.
   */
  private async enter(id: string): Promise<string> {
    // The recorded time must be later than the known time, even if this process's clock is behind.
    const now = Math.max(this.clock.now(), this.knownSince + 1);
    const noted = await this.client.eval(ENTER, 1, `${this.prefix}primaries`, id, now, this.knownSince);
    const [turns, since] = noted as [string, string];
    this.knownSince = Number(since);
    return turns === '1' ? id.slice(0, RUN_LENGTH) : `${id.slice(0, RUN_LENGTH)}-${turns}`;
  }

  private async warnOfEviction(): Promise<void> {
    const info = await this.client.info('memory');
    const [, policy = 'noeviction'] = /^maxmemory_policy:(\S+)/m.exec(info) ?? [];
    if (policy === 'noeviction' || /^maxmemory:0\b/m.test(info)) return;
    this.logger.warn(
      `Redis evicts keys when it is full (maxmemory-policy ${policy}), so nonces could be used again: ` +
        'set maxmemory-policy to noeviction',
    );
  }

  private requireRun(): string {
    if (this.run === undefined) throw new ServiceUnavailableError('Redis does not answer');
    return this.run;
  }

  private fail(error: unknown): never {
    const refusal = isReply(error) ? error : undefined;
    if (refusal && !/^(READONLY|LOADING|MASTERDOWN)/.test(refusal.message)) {
      this.tellRefused(refusal);
    } else {
      this.lose(error);
    }
    throw new ServiceUnavailableError('Redis does not answer');
  }

  /** Logs that Redis responds but refused a command, for example because its memory is full. */
  private tellRefused(error: Error): void {
    if (!this.refusals.pass()) return;
    const what = error.message.startsWith('OOM') ? 'Redis is full' : 'Redis refuses';
    this.logger.error(`${what}, and clients are told to wait: ${errorMessage(error)}`);
  }

  /** Closes the connection, whatever the error is. A new connection shows when Redis works again. */
  private lose(error: unknown): void {
    this.run = undefined;
    if (error instanceof ConfigurationError) this.refusal = error;
    // Listeners may be connected to the same Redis, and do not notice themselves that Redis does not respond.
    for (const client of [this.client, ...this.listeners])
      if (client.status === 'ready') client.stream.destroy();
    if (this.state !== 'there') return;
    this.state = 'lost';
    this.logger.error(`Redis does not answer, and clients are told to wait: ${redisWords(error)}`);
  }
}

// ioredis is loaded only here, since most servers run without Redis.

async function watchPrimaries(
  { url, options, nodes }: RedisTarget,
  key: string,
): Promise<PrimaryWatch | undefined> {
  if (nodes) return new (await import('./cluster-watch.js')).ClusterWatch(key, nodes, options);
  return url === undefined ? new (await import('./sentinel-watch.js')).SentinelWatch(options) : undefined;
}

async function open({ url, options }: RedisTarget, primaries: PrimaryWatch | undefined): Promise<Redis> {
  const { Redis } = await import('ioredis');
  return url === undefined ? new Redis({ ...options, ...primaries?.clientOptions }) : new Redis(url, options);
}

/** True for an error reply of Redis. */
function isReply(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ReplyError';
}
