import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { SessionSampler } from '@app/usage';
import { Leader, ScheduledJobs, SharedRedis } from '@app/cluster';
import { databaseLoad, isDatabaseFull } from '@app/database';
import { SessionCache } from '@app/licensing';
import { MessageBacklog, MessageWorker } from '@app/notifiers';
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
import { OrderMailSender } from '@app/orders';
import { DeliveryWorker, WebhookBacklog } from '@app/webhooks';
import { ProcessMetrics } from './process-metrics.js';

/** All metrics of a server process, collected on request from existing counters. */
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
    private readonly deliveries: DeliveryWorker,
    private readonly backlog: WebhookBacklog,
    private readonly mails: OrderMailSender,
    private readonly messages: MessageWorker,
    private readonly messageBacklog: MessageBacklog,
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
      ...this.ofWebhooks(),
      ...this.ofNotifiers(),
      gauge(
        'latchkey_passwords_waiting',
        'Passwords waiting to be hashed or compared.',
        this.passwords.waiting,
      ),
      ...this.ofProcess.read(),
    ];
  }

  private limited(): Metric {
    return counter(
      'latchkey_limited_total',
      'Refused requests by limit. A limit is named after its setting, without LIMIT_.',
      [...this.limits.refusals].map(([limit, value]) => ({ value, labels: { limit } })),
    );
  }

  private ofSessions(): Metric[] {
    return [
      gauge(
        'latchkey_sessions_live',
        'Live sessions, counted every five minutes by one process.',
        this.sampler.live,
      ),
      gauge(
        'latchkey_heartbeats_unsaved',
        'Sessions whose last heartbeat this process has not saved yet.',
        this.sessions.unsavedHeartbeats,
      ),
    ];
  }

  private ofDatabase(): Metric[] {
    const { permits: connections, inUse, waiting } = databaseLoad(this.dataSource);
    return [
      gauge('latchkey_database_connections', 'Connections to the database.', connections),
      gauge('latchkey_database_connections_in_use', 'Database connections in use.', inUse),
      gauge('latchkey_database_waiting', 'Statements and transactions waiting for a connection.', waiting),
    ];
  }

  private ofDisk(): Metric[] {
    const space = diskSpace(this.config.database.dataDir);
    return [
      gauge('latchkey_disk_free_bytes', 'Free space on the disk of DATA_DIR (SQLite).', space?.freeBytes),
      gauge('latchkey_disk_size_bytes', 'Size of the disk of DATA_DIR (SQLite).', space?.totalBytes),
      gauge(
        'latchkey_database_full',
        '1 when the database refused a write in the last 30 seconds because its disk is full or failing.',
        Number(isDatabaseFull(this.dataSource)),
      ),
    ];
  }

  /** Returns the cluster metrics. Without Redis, the process is the leader: it runs all scheduled jobs itself. */
  private ofCluster(): Metric[] {
    const { redis, leader } = this;
    return [
      gauge(
        'latchkey_redis_up',
        '1 when Redis responds; absent without REDIS_URL.',
        redis && Number(redis.isConnected),
      ),
      gauge(
        'latchkey_leader',
        '1 when this process is the leader, which runs the scheduled jobs shared by all processes.',
        Number(leader.isLeader),
      ),
    ];
  }

  private ofWebhooks(): Metric[] {
    const { last } = this.backlog;
    return [
      counter(
        'latchkey_webhook_attempts_total',
        'Requests to webhooks by outcome; retried: they failed and are tried again.',
        Object.entries(this.deliveries.outcomes).map(([outcome, value]) => ({ value, labels: { outcome } })),
      ),
      gauge(
        'latchkey_events_pending',
        'Events that are in no queue yet, counted every 30 seconds by one process.',
        last?.events,
      ),
      gauge(
        'latchkey_webhook_deliveries_pending',
        'Deliveries that wait for an attempt, counted every 30 seconds by one process.',
        last?.deliveries,
      ),
      gauge(
        'latchkey_webhook_oldest_due_seconds',
        'Age of the oldest event or delivery that is due, counted every 30 seconds by one process.',
        last?.oldestSeconds,
      ),
      counter(
        'latchkey_order_mails_total',
        'Attempts to mail the cards of an order by outcome; retried: they failed and are tried again.',
        Object.entries(this.mails.outcomes).map(([outcome, value]) => ({ value, labels: { outcome } })),
      ),
    ];
  }

  private ofNotifiers(): Metric[] {
    return [
      counter(
        'latchkey_notifier_messages_total',
        'Messages of notifiers by outcome of an attempt; retried: they failed and are tried again.',
        Object.entries(this.messages.outcomes).map(([outcome, value]) => ({ value, labels: { outcome } })),
      ),
      gauge(
        'latchkey_notifier_messages_pending',
        'Messages of notifiers that wait, counted every 30 seconds by one process.',
        this.messageBacklog.last,
      ),
    ];
  }

  private ofFunctions(): Metric[] {
    const { calls } = this.functions;
    return [
      counter(
        'latchkey_function_calls_total',
        'Calls of remote functions by outcome; refused: too many were waiting.',
        Object.entries(calls).map(([outcome, value]) => ({ value, labels: { outcome } })),
      ),
      gauge('latchkey_function_queue', 'Calls of remote functions waiting for a worker.', this.pool.waiting),
      gauge('latchkey_function_workers', 'Live function workers.', this.pool.living),
      counter('latchkey_function_worker_starts_total', 'Function workers started.', this.pool.starts),
      counter(
        'latchkey_function_worker_kills_total',
        'Function workers lost to a function that crashed them or exceeded a limit.',
        this.pool.restarts,
      ),
    ];
  }
}
