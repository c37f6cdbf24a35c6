import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ScheduledJob } from './scheduled-jobs/scheduled-job.decorator.js';
import { type Script, SharedRedis } from './shared-redis.js';
import { ServerRegistry } from './server-registry.js';

const LEASE_MS = 10_000;
const RENEW_MS = 2_000;

/** Takes or renews the lease, unless another process holds it. */
const LEASE = `
  local holder = redis.call('GET', KEYS[1])
  if holder and holder ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return 1`;

const RELEASE = `
  if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
  return 0`;

/**
 * Elects the leader: the server process for work that only one process should do, such as ending timed-out sessions.
 * The leader holds a lease in Redis. When the leader dies, another process takes over within twelve seconds. For a
 * moment there may be two leaders, so it must be harmless to do this work twice.
 */
@Injectable()
export class Leader implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Leader.name);
  private readonly lease: Script | undefined;
  /** End of the lease, in milliseconds of the process's monotonic clock. */
  private leadsUntil = 0;

  constructor(
    @Inject(SharedRedis) private readonly redis: SharedRedis | undefined,
    private readonly server: ServerRegistry,
  ) {
    this.lease = redis?.script('takeLease', LEASE);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.renew();
  }

  /** True when this process is the leader. A single process is always the leader. */
  get isLeader(): boolean {
    return this.redis === undefined || performance.now() < this.leadsUntil;
  }

  @ScheduledJob({ name: 'leader', everyMs: RENEW_MS, failure: 'The leader could not be elected' })
  async renew(): Promise<void> {
    if (!this.lease) return;
    const { isLeader: leads } = this;
    const asked = performance.now();
    const holds = await this.lease([this.key], this.server.id, LEASE_MS).catch(() => undefined);
    if (holds === 1) this.leadsUntil = asked + LEASE_MS;
    if (holds === 0) this.leadsUntil = 0;
    if (this.isLeader !== leads) {
      this.logger.log(leads ? 'Another process is the leader' : 'This process is the leader');
    }
  }

  async onApplicationShutdown(): Promise<void> {
    this.leadsUntil = 0;
    await this.redis
      ?.script('releaseLease', RELEASE)([this.key], this.server.id)
      .catch(() => undefined);
  }

  private get key(): string {
    return `${this.redis!.prefix}leader`;
  }
}
