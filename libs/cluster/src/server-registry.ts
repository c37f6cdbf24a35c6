import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { setTimeout } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import {
  LOCK_REFUSALS,
  type LockOutcome,
  MOVE_MS,
  type ServerLock,
  serverLock,
  takeSoon,
} from '@app/database';
import { LogThrottle, randomText, ServiceUnavailableError, StartupError } from '@app/platform';
import { ScheduledJob } from './scheduled-jobs/scheduled-job.decorator.js';
import { SharedRedis } from './shared-redis.js';

/**
 * Time for which a starting process waits for a Redis that had responded and was lost again, for example in a failover.
 */
const REDIS_MS = 30_000;
const RETRY_MS = 250;
const CHECK_MS = 2_000;
const ID_LENGTH = 16;

/**
 * Ensures that the server processes of a database do not contradict each other. Either only one process runs and keeps
 * sessions and nonces in memory, or all processes keep them in the same Redis. Otherwise a request could be accepted
 * twice, and a kicked session could stay open.
 */
@Injectable()
export class ServerRegistry implements OnModuleInit, OnApplicationShutdown {
  /** Unique id of this process among those that share the database. */
  readonly id = randomText(ID_LENGTH);
  private readonly logger = new Logger(ServerRegistry.name);
  private readonly lock: ServerLock;
  private identity: string | undefined;
  private readonly splits = new LogThrottle();
  /** Number of consecutive checks that found processes on a different database server. */
  private splitChecks = 0;

  /** @param redis if undefined, this process needs exclusive use of the database */
  constructor(
    @InjectDataSource() dataSource: DataSource,
    @Inject(SharedRedis) private readonly redis: SharedRedis | undefined,
  ) {
    const redisIdentity = async () => (this.identity = await this.readIdentity());
    this.lock = serverLock(dataSource, { id: this.id, redisIdentity: redis && redisIdentity });
  }

  /** @throws StartupError when another server process prevents this one from starting */
  async onModuleInit(): Promise<void> {
    const outcome = await this.takeAtStart();
    if (outcome !== 'taken') throw new StartupError(LOCK_REFUSALS[outcome]);
  }

  /**
   * Renews this process's lock. The lock is lost with its connection, for example when the database restarts or moves
   * to another server.
   */
  @ScheduledJob({
    name: 'server-lock',
    everyMs: CHECK_MS,
    failure: 'The registered servers could not be read from the database',
  })
  async check(): Promise<void> {
    await this.keepIdentity();
    if (await this.lock.renew()) return this.checkForSplit();
    const outcome = await takeSoon(() => this.lock.take());
    // `busy` means that other processes are taking their locks again; the next check retries.
    if (outcome === 'taken' || outcome === 'busy') return;
    this.logger.fatal('Another server process has taken over this database; stopping');
    process.kill(process.pid, 'SIGTERM');
  }

  /** Returns false if the process with this id is certainly dead. Both processes must share the database. */
  async isAlive(id: string): Promise<boolean> {
    return id === this.id || this.lock.isAlive(id);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.lock.release();
  }

  private async takeAtStart(): Promise<LockOutcome> {
    for (let waited = 0; ; waited += RETRY_MS) {
      try {
        return await takeSoon(() => this.lock.take());
      } catch (error) {
        if (!(error instanceof ServiceUnavailableError) || waited >= REDIS_MS) throw error;
        await setTimeout(RETRY_MS);
      }
    }
  }

  /**
   * Logs an error if processes stay on a different database server, since that server does not see this process's row
   * locks.
   */
  private async checkForSplit(): Promise<void> {
    this.splitChecks = (await this.lock.isSplit()) ? this.splitChecks + 1 : 0;
    if (this.splitChecks * CHECK_MS > MOVE_MS && this.splits.pass()) this.logger.error(LOCK_REFUSALS.apart);
  }

  /** Returns an id that is unique to this Redis. */
  private async readIdentity(): Promise<string> {
    return this.redis!.ask(async (client) => {
      await client.set(this.key, randomText(ID_LENGTH), 'NX');
      return (await client.get(this.key))!;
    });
  }

  /**
   * Restores the id after Redis was emptied. Otherwise processes that start later would take the emptied Redis for a
   * different one.
   */
  private async keepIdentity(): Promise<void> {
    const { identity } = this;
    if (identity === undefined) return;
    await this.redis?.ask((client) => client.set(this.key, identity)).catch(() => undefined);
  }

  private get key(): string {
    return `${this.redis!.prefix}identity`;
  }
}
