import { Logger } from '@nestjs/common';
import { type RedisCommander, ReplyError } from 'ioredis';
import { setTimeout } from 'node:timers/promises';
import {
  type Clock,
  ConfigurationError,
  errorMessage,
  LogThrottle,
  ServiceUnavailableError,
} from '@app/platform';
import { ClusterLink } from './cluster-link.js';
import { redisFault, redisWords } from './redis-fault.js';
import type { LinkEvents, RedisLink } from './redis-link.js';
import { redisTarget } from './redis-options.js';
import { ServerLink } from './server-link.js';

/** Timeout of the first connection in milliseconds. After it the log reports that the server waits for Redis. */
const START_MS = 4000;
/** Timeout of commands while connecting, in milliseconds. No request waits for these commands. */
const GREETING_MS = 2000;

/**
 * Interval in milliseconds of checks whether Redis has responded. After some checks without a response, Redis counts as
 * lost; a request waits for at most 0.6 seconds. Time is measured in checks because the process itself may have been
 * blocked.
 */
const CHECK_MS = 100;
const LOST_AFTER_CHECKS = 6;

/** Lifetime of the key that `ping` writes. */
const PING_KEPT_SEC = 60;

/** A Lua script: takes its keys, then its arguments. */
export type Script = (keys: readonly string[], ...args: readonly (string | number)[]) => Promise<unknown>;

/**
 * The Redis that the server processes of a database share. While Redis does not respond, commands fail immediately with
 * `ServiceUnavailableError`. Loss and recovery of the connection are logged.
 */
export class SharedRedis {
  private readonly logger = new Logger('Redis');
  private readonly link: RedisLink;
  private run: string | undefined;
  private complete = -Infinity;
  /** Throttles the log, since every request may be refused. */
  private readonly refusals = new LogThrottle();
  private lastError: unknown;
  /** Error reply that explains the disconnection after it. */
  private refusal: Error | undefined;
  private watching: NodeJS.Timeout | undefined;
  private gathering = false;
  private asked = 0;
  private answered = 0;
  /** While the connection is starting or closing, other code reports faults. */
  private state: 'starting' | 'there' | 'lost' | 'closing' = 'starting';

  /**
   * @param prefix of all keys, unique to the database, so that databases can share a Redis
   * @param isCluster true if keys are spread over several servers: a command and a script take only one key
   */
  private constructor(
    readonly prefix: string,
    readonly isCluster: boolean,
    open: (events: LinkEvents) => RedisLink,
  ) {
    this.link = open({
      ready: () => void this.greet().catch((error: unknown) => this.lose(error)),
      failed: (error) => {
        this.lastError = error;
        if (error instanceof ReplyError) this.refusal = error as Error;
        this.lose(error);
      },
      closed: () => this.lose(new Error('the connection was closed')),
    });
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
    const prefix = `latchkey:${databaseId}:`;
    const redis = new SharedRedis(prefix, target.kind === 'cluster', (events) =>
      target.kind === 'cluster'
        ? new ClusterLink(target, prefix, clock, events)
        : new ServerLink(target, prefix, clock, events),
    );
    try {
      // Otherwise connecting would take as long as Redis loads its data from disk.
      const late = setTimeout(START_MS, undefined, { ref: false }).then(() => {
        throw new Error('it is not ready, and may be loading its data');
      });
      await Promise.race([redis.link.connect(), late]);
      await redis.greet();
      await redis.warnOfEviction();
    } catch (error) {
      redis.close();
      throw redisFault(redis.refusal ?? redis.lastError ?? error);
    }
    return redis;
  }

  /**
   * Prefix of keys that are valid only until Redis restarts or a replica takes over. After that, Redis may lack the
   * latest changes.
   */
  get runPrefix(): string {
    if (this.run === undefined) throw new ServiceUnavailableError('Redis does not answer');
    return `${this.prefix}${this.run}:`;
  }

  /**
   * Epoch milliseconds before which Redis may lack writes, because a replica has taken over without the former primary's
   * latest writes. -Infinity without sentinels.
   */
  get completeSince(): number {
    return this.complete;
  }

  /** True if the last check found that Redis responds. */
  get isConnected(): boolean {
    return this.run !== undefined;
  }

  /**
   * Sends a command.
   * @throws ServiceUnavailableError
   */
  async ask<T>(command: (client: RedisCommander) => Promise<T>): Promise<T> {
    if (this.run === undefined || !this.link.isCurrent)
      throw new ServiceUnavailableError('Redis does not answer');
    this.asked += 1;
    this.gather();
    try {
      return await command(this.link.client);
    } catch (error) {
      this.fail(error);
    } finally {
      this.answered += 1;
    }
  }

  /** Prepares a script; `name` identifies it within the process. */
  script(name: string, lua: string): Script {
    const { client } = this.link;
    client.defineCommand(name, { lua });
    const commands = client as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    return (keys, ...args) => this.ask(() => commands[name]!(keys.length, ...keys, ...args));
  }

  /**
   * Checks that Redis accepts writes. A full Redis does not.
   * @throws ServiceUnavailableError
   */
  async ping(): Promise<void> {
    await this.ask((client) => client.set(`${this.prefix}ping`, '', 'EX', PING_KEPT_SEC));
  }

  /** Calls `hear` for each message on `channel`. Messages may get lost. */
  subscribe(channel: string, hear: (message: string) => void): void {
    this.link.subscribe(channel, hear);
  }

  /** Closes the connections, as if they were lost; new ones follow. */
  drop(): void {
    this.lose(new Error('the connection was dropped'));
  }

  close(): void {
    this.state = 'closing';
    clearInterval(this.watching);
    this.link.close();
  }

  /**
   * Sends all commands of one turn of the event loop in a single write, because a write is more expensive than a
   * command.
   */
  private gather(): void {
    if (this.gathering) return;
    this.gathering = true;
    // A node that got no command yet has no stream.
    const streams = this.link.primaries().flatMap(({ stream }) => stream ?? []);
    for (const stream of streams) stream.cork();
    setImmediate(() => {
      this.gathering = false;
      for (const stream of streams) stream.uncork();
    });
  }

  /** Closes a connection on which Redis does not respond. Pending commands then fail. */
  private watch(): void {
    let before = this.answered;
    let silent = 0;
    this.watching = setInterval(() => {
      silent = this.asked > this.answered && this.answered === before ? silent + 1 : 0;
      before = this.answered;
      if (silent < LOST_AFTER_CHECKS) return;
      silent = 0;
      this.lose(new Error('nothing came back in time'));
    }, CHECK_MS);
    this.watching.unref();
  }

  private async greet(): Promise<void> {
    const { id, completeSince, latencyMs } = await this.link.identify();
    // Otherwise a slow Redis would alternate between connected and lost.
    const tooSlow = latencyMs > LOST_AFTER_CHECKS * CHECK_MS;
    if (tooSlow && this.state === 'lost') throw new Error('it answers too slowly');
    this.run = id;
    this.complete = completeSince;
    if (this.state === 'lost') this.logger.log('Redis responds again');
    this.state = 'there';
  }

  private async warnOfEviction(): Promise<void> {
    const infos = await Promise.all(this.link.primaries().map((client) => client.info('memory')));
    const policies = infos.flatMap((info) => {
      const [, policy = 'noeviction'] = /^maxmemory_policy:(\S+)/m.exec(info) ?? [];
      return policy === 'noeviction' || /^maxmemory:0\b/m.test(info) ? [] : [policy];
    });
    if (policies.length === 0) return;
    this.logger.warn(
      `Redis evicts keys when it is full (maxmemory-policy ${policies[0]}), so nonces could be used again: ` +
        'set maxmemory-policy to noeviction',
    );
  }

  private fail(error: unknown): never {
    const refusal = error instanceof Error && error instanceof ReplyError ? error : undefined;
    if (refusal && !/^(READONLY|LOADING|MASTERDOWN|CLUSTERDOWN)/.test(refusal.message)) {
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

  /** Closes the connection. Whatever the cause, a new connection shows when Redis works again. */
  private lose(error: unknown): void {
    this.run = undefined;
    if (error instanceof ConfigurationError) this.refusal = error;
    this.link.drop();
    if (this.state !== 'there') return;
    this.state = 'lost';
    this.logger.error(`Redis does not answer, and clients are told to wait: ${redisWords(error)}`);
  }
}
