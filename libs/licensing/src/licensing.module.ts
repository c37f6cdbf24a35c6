import { Module } from '@nestjs/common';
import { EventsModule } from '@app/events';
import { UsageModule } from '@app/usage';
import { ApplicationsModule } from '@app/applications';
import { SharedRedis } from '@app/cluster';
import { SearchKeysJob } from './cards/search-keys.job.js';
import { ConsumeService } from './consume.service.js';
import { ConsumptionPurgeJob } from './consumption-purge.job.js';
import { ExpiryEventsJob } from './events/expiry-events.job.js';
import { HolderEvents } from './events/holder-events.js';
import { HolderConfigService } from './holder-config.service.js';
import { LoginService } from './login.service.js';
import { RechargeService } from './recharge.service.js';
import { ClusterSessionCache } from './sessions/cluster-session-cache.js';
import { HeartbeatSaver } from './sessions/heartbeat-saver.js';
import { MemorySessionCache } from './sessions/memory-session-cache.js';
import { RedisSessionCache } from './sessions/redis-session-cache.js';
import { SessionDeadline } from './sessions/session-deadline.js';
import { SessionExpiryJob } from './sessions/session-expiry.job.js';
import { SessionOpener } from './sessions/session-opener.js';
import { SessionPrefetch } from './sessions/session-prefetch.js';
import { SessionPurgeJob } from './sessions/session-purge.job.js';
import { SessionCache } from './sessions/session-cache.js';
import { SessionService } from './sessions/session.service.js';
import { TicketPurgeJob } from './ticket-purge.job.js';
import { TicketService } from './ticket.service.js';
import { UnbindService } from './unbind.service.js';

/** Rules shared by cards and users: login, sessions, devices, unbinding, recharge, configuration. */
@Module({
  imports: [EventsModule, UsageModule, ApplicationsModule],
  providers: [
    ConsumeService,
    ConsumptionPurgeJob,
    ExpiryEventsJob,
    HolderEvents,
    HolderConfigService,
    LoginService,
    RechargeService,
    SessionOpener,
    SessionService,
    UnbindService,
    HeartbeatSaver,
    SearchKeysJob,
    SessionDeadline,
    SessionExpiryJob,
    SessionPurgeJob,
    TicketPurgeJob,
    TicketService,
    {
      provide: SessionCache,
      inject: [SharedRedis],
      useFactory: (redis?: SharedRedis) => {
        if (!redis) return new MemorySessionCache();
        return redis.isCluster ? new ClusterSessionCache(redis) : new RedisSessionCache(redis);
      },
    },
    {
      provide: SessionPrefetch,
      inject: [SessionCache, SharedRedis],
      useFactory: (store: SessionCache, redis?: SharedRedis) => redis && new SessionPrefetch(store),
    },
  ],
  exports: [
    EventsModule,
    UsageModule,
    ApplicationsModule,
    ConsumeService,
    HolderConfigService,
    HolderEvents,
    LoginService,
    RechargeService,
    SessionOpener,
    SessionService,
    TicketService,
    UnbindService,
    SessionDeadline,
    SessionPrefetch,
    SessionCache,
  ],
})
export class LicensingModule {}
