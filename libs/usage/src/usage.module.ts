import { Module } from '@nestjs/common';
import { EventsModule } from '@app/events';
import { LoginRefusals } from './login-refusals.js';
import { RefusalBurstJob } from './refusal-burst.job.js';
import { UsageLog } from './usage-log.js';
import { UsagePurgeJob } from './usage-purge.job.js';
import { UsageWriter } from './usage-writer.job.js';
import { SessionSampler } from './session-sampler.job.js';

/** Counts client activity, and records which requests the server refused and why. */
@Module({
  imports: [EventsModule],
  providers: [LoginRefusals, RefusalBurstJob, UsageLog, UsageWriter, UsagePurgeJob, SessionSampler],
  exports: [LoginRefusals, UsageLog, SessionSampler],
})
export class UsageModule {}
