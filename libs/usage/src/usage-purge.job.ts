import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThan } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import { Application, deleteInBatches, inBatches, Refusal } from '@app/database';
import { AppConfig, Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '@app/platform';

const ROWS = 500;

/** Tables with rows by application and time. `time` is the name of the time column; `unitMs` is its unit. */
const SERIES = [
  { table: 'activity_counts', time: 'hour', unitMs: HOUR_MS },
  { table: 'function_call_counts', time: 'hour', unitMs: HOUR_MS },
  { table: 'session_samples', time: 'minute', unitMs: MINUTE_MS },
];

/**
 * Deletes counts and samples older than `ACTIVITY_RETENTION_DAYS`, and refusals older than `REFUSAL_RETENTION_DAYS`.
 */
@Injectable()
export class UsagePurgeJob {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  @ScheduledJob({
    name: 'activity-purge',
    everyMs: HOUR_MS,
    leaderOnly: true,
    failure: 'Old usage counts could not be deleted',
  })
  async run(): Promise<void> {
    const { activityDays, refusalDays } = this.config.retention;
    const now = this.clock.now();
    const applications = await this.dataSource.manager.find(Application, { select: { id: true } });
    for (const { table, time, unitMs } of SERIES) {
      const before = Math.floor((now - activityDays * DAY_MS) / unitMs);
      for (const { id } of applications) await this.purgeSeries(table, time, id, before);
    }
    await deleteInBatches(this.dataSource, Refusal, { at: LessThan(now - refusalDays * DAY_MS) });
  }

  /** Deletes by the primary key, which begins with application and time. */
  private async purgeSeries(
    table: string,
    time: string,
    applicationId: number,
    before: number,
  ): Promise<void> {
    const old = `FROM ${table} WHERE application_id = ? AND ${time} < ?`;
    await inBatches(async () => {
      const [next]: { time: number }[] = await this.dataSource.query(
        `SELECT ${time} AS time ${old} ORDER BY ${time} LIMIT 1 OFFSET ${ROWS}`,
        [applicationId, before],
      );
      await this.dataSource.query(`DELETE ${old}`, [applicationId, next ? next.time + 1 : before]);
      return next ? 'more' : 'done';
    });
  }
}
