import { Module } from '@nestjs/common';
import { ActivityLog } from './activity-log.js';
import { ActivityPurgeJob } from './activity-purge.job.js';
import { ActivityWriter } from './activity-writer.job.js';
import { SessionSampler } from './session-sampler.job.js';

/** Counts what clients do, and remembers whom the server refused and why. */
@Module({
  providers: [ActivityLog, ActivityWriter, ActivityPurgeJob, SessionSampler],
  exports: [ActivityLog, SessionSampler],
})
export class ActivityModule {}
