import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { getDataSourceToken } from '@nestjs/typeorm';
import { hash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { DATABASE_ID_STATE as STATE, isSqlite, ServerState } from '@app/database';
import { AppConfig, Clock, randomText, readPem, StartupWait } from '@app/platform';
import { PubSub } from './pub-sub.js';
import { Leader } from './leader.js';
import { ScheduledJobs } from './scheduled-jobs/scheduled-jobs.js';
import { SharedRedis } from './shared-redis.js';
import { ServerRegistry } from './server-registry.js';
import { RateLimiters } from './rate-limits/rate-limiters.js';

const ID_LENGTH = 12;

/**
 * Provides the scheduled jobs, and the connection to the Redis that all server processes of a database share. The
 * module is global so that it starts before all modules that write to the database.
 */
@Global()
@Module({
  imports: [DiscoveryModule, ScheduleModule.forRoot()],
  providers: [
    {
      provide: SharedRedis,
      inject: [AppConfig, getDataSourceToken(), StartupWait, Clock],
      useFactory: async (
        { database }: AppConfig,
        dataSource: DataSource,
        wait: StartupWait,
        clock: Clock,
      ) => {
        const { redisUrl, redisTlsCa } = database;
        if (redisUrl === undefined) return undefined;
        const id = await databaseId(dataSource);
        const ca = redisTlsCa === undefined ? undefined : readPem(redisTlsCa);
        return wait.for('Redis', () => SharedRedis.connect(redisUrl, id, clock, ca));
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

/**
 * Returns a short id that is unique to this database, so that several databases can share one Redis server. The id
 * depends on the database's name, so a copy with a different name has a different id.
 */
async function databaseId(dataSource: DataSource): Promise<string> {
  const { manager } = dataSource;
  const row = { name: STATE, value: randomText(ID_LENGTH) };
  await manager.createQueryBuilder().insert().into(ServerState).values(row).orIgnore().execute();
  const { value } = await manager.findOneByOrFail(ServerState, { name: STATE });
  const name = isSqlite(dataSource) ? '' : (await manager.query('SELECT DATABASE() AS name'))[0].name;
  return hash('sha256', `${value} ${name}`, 'hex').slice(0, ID_LENGTH);
}
