import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThan } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import { deleteInBatches, Session } from '@app/database';
import { AppConfig, Clock, DAY_MS, HOUR_MS } from '@app/platform';

/** Deletes sessions that ended more than `SESSION_RETENTION_DAYS` ago. */
@Injectable()
export class SessionPurgeJob {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /** @returns the number of sessions deleted */
  @ScheduledJob({
    name: 'session-purge',
    everyMs: HOUR_MS,
    leaderOnly: true,
    failure: 'Old sessions could not be deleted',
  })
  async run(): Promise<number> {
    const endedAt = LessThan(this.clock.now() - this.config.retention.endedSessionDays * DAY_MS);
    return deleteInBatches(this.dataSource, Session, { endedAt });
  }
}
