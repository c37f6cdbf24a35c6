import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThan } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import { deleteInBatches, Trial } from '@app/database';
import { AppConfig, Clock, DAY_MS, HOUR_MS } from '@app/platform';

/** Deletes trials that ended more than `TRIAL_RETENTION_DAYS` ago. */
@Injectable()
export class TrialPurgeJob {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /** @returns the number of trials deleted */
  @ScheduledJob({
    name: 'trial-purge',
    everyMs: HOUR_MS,
    leaderOnly: true,
    failure: 'Old trials could not be deleted',
  })
  async run(): Promise<number> {
    const expiresAt = LessThan(this.clock.now() - this.config.retention.trialDays * DAY_MS);
    return deleteInBatches(this.dataSource, Trial, { expiresAt });
  }
}
