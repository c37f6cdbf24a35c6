import { Module } from '@nestjs/common';
import { MailModule } from '@app/mail';
import { ReadQueue } from './access/read-queue.js';
import { AdminExceptionFilter } from './errors/admin-exception.filter.js';
import { AuditTrail } from './audit/audit-trail.js';
import { AccountService } from './auth/account.service.js';
import { AdminSessions } from './auth/admin-sessions.js';
import { ApiTokenAuthentication } from './auth/api-token-authentication.js';
import { AuthController } from './auth/auth.controller.js';
import { FirstAdmin, StandardError, Terminal } from './auth/first-admin.js';
import { SecondFactorService } from './auth/second-factor.service.js';
import { SignInLimiter } from './auth/sign-in-limiter.js';
import { SignInService } from './auth/sign-in.service.js';
import { AdminPurgeJob } from './purge/admin-purge.job.js';
import { ListThresholds } from './crud/list-thresholds.js';
import { CrudService } from './crud/crud.service.js';

/** Provides the access rules, sessions and audit log that every admin controller needs. */
@Module({
  imports: [MailModule],
  controllers: [AuthController],
  providers: [
    AccountService,
    AdminExceptionFilter,
    AdminPurgeJob,
    AdminSessions,
    ApiTokenAuthentication,
    AuditTrail,
    FirstAdmin,
    ListThresholds,
    ReadQueue,
    CrudService,
    SecondFactorService,
    SignInLimiter,
    SignInService,
    { provide: Terminal, useClass: StandardError },
  ],
  exports: [
    AdminExceptionFilter,
    AdminSessions,
    ApiTokenAuthentication,
    AuditTrail,
    ReadQueue,
    CrudService,
    SecondFactorService,
    SignInLimiter,
  ],
})
export class AccessModule {}
