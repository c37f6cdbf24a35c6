import { Module } from '@nestjs/common';
import { AuthSignatureModule } from '@app/auth-signature';
import { SoftwareModule } from '@app/software';
import { AccountService } from './account.service.js';
import { CustomerActions } from './customer-actions.service.js';
import { Challenges } from './limits/challenges.js';
import { CustomerLimit } from './limits/customer-limit.js';
import { PortalGuesses } from './limits/guess-limits.js';
import { PortalExceptionFilter } from './portal-exception.filter.js';
import { PortalSessionPurgeJob } from './portal-session-purge.job.js';
import { PortalSessions } from './portal-sessions.js';
import { PortalController } from './portal.controller.js';
import { SignInService } from './sign-in.service.js';

/** The customer's page, on which customers manage their card or user without support. */
@Module({
  imports: [AuthSignatureModule, SoftwareModule],
  controllers: [PortalController],
  providers: [
    AccountService,
    Challenges,
    CustomerActions,
    CustomerLimit,
    PortalExceptionFilter,
    PortalGuesses,
    PortalSessionPurgeJob,
    PortalSessions,
    SignInService,
  ],
  exports: [PortalExceptionFilter],
})
export class PortalModule {}
