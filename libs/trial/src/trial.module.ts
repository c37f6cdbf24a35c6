import { Module } from '@nestjs/common';
import { AuthSignatureModule } from '@app/auth-signature';
import { DeviceSessions } from './device-sessions.js';
import { TrialController } from './trial.controller.js';
import { TrialLimits } from './trial-limits.js';
import { TrialLoginService } from './trial-login.service.js';
import { TrialPurgeJob } from './trial-purge.job.js';

/** Trials in the client API. */
@Module({
  imports: [AuthSignatureModule],
  controllers: [TrialController],
  providers: [DeviceSessions, TrialLimits, TrialLoginService, TrialPurgeJob],
})
export class TrialModule {}
