import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThan } from 'typeorm';
import { Leader } from '@app/cluster';
import { deleteInPortions, Session } from '@app/database';
import { AppConfig, Clock, ScheduledJobs } from '@app/platform';

const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Deletes sessions that ended more than `SESSION_RETENTION_DAYS` ago. */
@Injectable()
export class SessionPurgeJob {
  private readonly logger = new Logger(SessionPurgeJob.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly config: AppConfig,
    private readonly leader: Leader,
    private readonly clock: Clock,
    private readonly jobs: ScheduledJobs,
  ) {}

  @Interval(EVERY_MS)
  async runRegularly(): Promise<void> {
    if (!this.leader.leads) return;
    const work = { job: 'session-purge', logger: this.logger, fault: 'Old sessions could not be deleted' };
    await this.jobs.run(work, () => this.run());
  }

  /** @returns the number of sessions deleted */
  async run(): Promise<number> {
    const endedAt = LessThan(this.clock.now() - this.config.retention.endedSessionDays * DAY_MS);
    return deleteInPortions(this.dataSource, Session, { endedAt });
  }
}
