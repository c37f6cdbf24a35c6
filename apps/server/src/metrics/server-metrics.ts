import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { SessionSampler } from '@app/usage';
import { Leader, ScheduledJobs, SharedRedis } from '@app/cluster';
import { databaseLoad, isDatabaseFull } from '@app/database';
import { SessionCache } from '@app/licensing';
import {
  AppConfig,
  counter,
  diskSpace,
  gauge,
  LimitMetrics,
  type Metric,
  PasswordWork,
  RequestMetrics,
} from '@app/platform';
import { FunctionRunner } from '@app/remote';
import { FunctionPool } from '@app/sandbox';
import { ProcessMetrics } from './process-metrics.js';

/** All metrics of a server process, assembled on request from counters that exist anyway. */
@Injectable()
export class ServerMetrics implements OnApplicationShutdown {
  private readonly ofProcess = new ProcessMetrics();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(SharedRedis) private readonly redis: SharedRedis | undefined,
    private readonly config: AppConfig,
    private readonly leader: Leader,
    private readonly requests: RequestMetrics,
    private readonly limits: LimitMetrics,
    private readonly passwords: PasswordWork,
    private readonly work: ScheduledJobs,
    private readonly sessions: SessionCache,
    private readonly sampler: SessionSampler,
    private readonly functions: FunctionRunner,
    private readonly pool: FunctionPool,
  ) {}

  /** Starts measuring the event loop. */
  start(): void {
    this.ofProcess.start();
  }

  onApplicationShutdown(): void {
    this.ofProcess.stop();
  }

  read(): Metric[] {
    return [
      ...this.requests.metrics(),
      this.limited(),
      ...this.ofSessions(),
      ...this.work.metrics(),
      ...this.ofDatabase(),
      ...this.ofDisk(),
      ...this.ofCluster(),
      ...this.ofFunctions(),
      gauge('latchkey_passwords_waiting', 'Passwords that wait to be checked.', this.passwords.waiting),
      ...this.ofProcess.read(),
    ];
  }

  private limited(): Metric {
    return counter(
      'latchkey_limited_total',
      'Requests refused by a limit, by the words of its setting LIMIT_….',
      [...this.limits.refusals].map(([limit, value]) => ({ value, labels: { limit } })),
    );
  }

  private ofSessions(): Metric[] {
    const { live } = this.sampler;
    return [
      gauge(
        'latchkey_sessions_live',
        'Sessions that are open, counted every five minutes by one process.',
        live === undefined ? [] : [{ value: live }],
      ),
      gauge(
        'latchkey_heartbeats_unsaved',
        'Sessions whose last heartbeat this process has still to save.',
        this.sessions.unsavedHeartbeats,
      ),
    ];
  }

  private ofDatabase(): Metric[] {
    const { permits: connections, inUse, waiting } = databaseLoad(this.dataSource);
    return [
      gauge('latchkey_database_connections', 'Connections to the database.', connections),
      gauge('latchkey_database_connections_in_use', 'Of these, how many are at work.', inUse),
      gauge('latchkey_database_waiting', 'Statements and transactions that wait for a connection.', waiting),
    ];
  }

  private ofDisk(): Metric[] {
    const space = diskSpace(this.config.database.dataDir);
    return [
      gauge(
        'latchkey_disk_free_bytes',
        'Free space on the disk of DATA_DIR, where SQLite is.',
        space ? [{ value: space.freeBytes }] : [],
      ),
      gauge('latchkey_disk_size_bytes', 'Size of that disk.', space ? [{ value: space.totalBytes }] : []),
      gauge(
        'latchkey_database_full',
        'Whether the database refused a write in the last 30 seconds because its disk is full or broken.',
        Number(isDatabaseFull(this.dataSource)),
      ),
    ];
  }

  /** Returns the cluster metrics. A process without Redis runs the scheduled jobs itself. */
  private ofCluster(): Metric[] {
    const { redis, leader } = this;
    return [
      gauge(
        'latchkey_redis_up',
        'Whether Redis answers; only where there is one.',
        redis ? [{ value: Number(redis.isConnected) }] : [],
      ),
      gauge('latchkey_leader', 'Whether this process does the common work.', Number(leader.isLeader)),
    ];
  }

  private ofFunctions(): Metric[] {
    const { calls } = this.functions;
    return [
      counter(
        'latchkey_function_calls_total',
        'Calls of remote functions, by how they ended; refused: too many were waiting.',
        Object.entries(calls).map(([outcome, value]) => ({ value, labels: { outcome } })),
      ),
      gauge('latchkey_function_queue', 'Calls that wait for a worker.', this.pool.waiting),
      gauge('latchkey_function_workers', 'Workers that live.', this.pool.living),
      counter('latchkey_function_worker_starts_total', 'Workers that were started.', this.pool.starts),
      counter(
        'latchkey_function_worker_kills_total',
        'Workers that a function has cost: it crashed them, or they were ended for it.',
        this.pool.restarts,
      ),
    ];
  }
}
