import { Module } from '@nestjs/common';
import { ActivityModule } from '@app/activity';
import { ApplicationsModule } from '@app/applications';
import { SharedRedis } from '@app/cluster';
import { HolderConfigService } from './holder-config.service.js';
import { LoginService } from './login.service.js';
import { RechargeService } from './recharge.service.js';
import { HeartbeatSaver } from './sessions/heartbeat-saver.js';
import { MemorySessionStore } from './sessions/memory-session-store.js';
import { RedisSessionStore } from './sessions/redis-session-store.js';
import { SessionDeadline } from './sessions/session-deadline.js';
import { SessionExpiryJob } from './sessions/session-expiry.job.js';
import { SessionPrefetch } from './sessions/session-prefetch.js';
import { SessionPurgeJob } from './sessions/session-purge.job.js';
import { SessionStore } from './sessions/session-store.js';
import { SessionService } from './sessions/session.service.js';
import { UnbindService } from './unbind.service.js';

/** The rules that cards and users share: login, sessions, devices, unbinding, recharge, configuration. */
@Module({
  imports: [ActivityModule, ApplicationsModule],
  providers: [
    HolderConfigService,
    LoginService,
    RechargeService,
    SessionService,
    UnbindService,
    HeartbeatSaver,
    SessionDeadline,
    SessionExpiryJob,
    SessionPurgeJob,
    {
      provide: SessionStore,
      inject: [SharedRedis],
      useFactory: (redis?: SharedRedis) => (redis ? new RedisSessionStore(redis) : new MemorySessionStore()),
    },
    {
      provide: SessionPrefetch,
      inject: [SessionStore, SharedRedis],
      useFactory: (store: SessionStore, redis?: SharedRedis) => redis && new SessionPrefetch(store),
    },
  ],
  exports: [
    ActivityModule,
    ApplicationsModule,
    HolderConfigService,
    LoginService,
    RechargeService,
    SessionService,
    UnbindService,
    SessionDeadline,
    SessionPrefetch,
    SessionStore,
  ],
})
export class LicensingModule {}
