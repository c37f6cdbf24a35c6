import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AppConfig, readPem, StartupWait } from '@app/platform';
import { PubSub } from './pub-sub.js';
import { databaseId } from './database-id.js';
import { Leader } from './leader.js';
import { ScheduledJobs } from './scheduled-jobs/scheduled-jobs.js';
import { SharedRedis } from './shared-redis.js';
import { ServerRegistry } from './server-registry.js';
import { RateLimiters } from './rate-limits/rate-limiters.js';

/**
 * Provides what the server processes of one database share: a Redis, or nothing for a single process; and the
 * scheduled jobs, some of which only one of them runs. The module is
 * global so that it starts before everything that writes.
 */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    {
      provide: SharedRedis,
      inject: [AppConfig, getDataSourceToken(), StartupWait],
      useFactory: async ({ database }: AppConfig, dataSource: DataSource, wait: StartupWait) => {
        const { redisUrl, redisTlsCa } = database;
        if (redisUrl === undefined) return undefined;
        const id = await databaseId(dataSource);
        const ca = redisTlsCa === undefined ? undefined : readPem(redisTlsCa);
        return wait.for('Redis', () => SharedRedis.connect(redisUrl, id, ca));
      },
    },
    PubSub,
    Leader,
    ServerRegistry,
    RateLimiters,
    ScheduledJobs,
  ],
  exports: [PubSub, Leader, SharedRedis, ServerRegistry, RateLimiters, ScheduledJobs],
})
export class ClusterModule implements OnApplicationShutdown {
  constructor(@Inject(SharedRedis) private readonly redis: SharedRedis | undefined) {}

  onApplicationShutdown(): void {
    this.redis?.close();
  }
}
