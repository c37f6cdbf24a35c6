import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Leader, ScheduledJob, ScheduledJobs } from '@app/cluster';
import { inTransaction } from '@app/database';
import { Clock, MINUTE_MS } from '@app/platform';

const NAME = 'session-samples';
const EVERY_MS = 300_000;

/**
 * Each sub-select reads an index for one application. A GROUP BY would read and sort all open sessions. The statement
 * uses REPLACE, since a restarted server may sample the same minute again.
 */
const SAMPLE = `
  REPLACE INTO session_samples (application_id, minute, live)
  SELECT id, ?, live FROM (
    SELECT a.id AS id,
      (SELECT COUNT(*) FROM sessions s WHERE s.application_id = a.id AND s.ended_at IS NULL) AS live,
      (SELECT p.live FROM session_samples p WHERE p.application_id = a.id AND p.minute < ?
       ORDER BY p.minute DESC LIMIT 1) AS last_live
    FROM applications a
  ) samples
  WHERE live > 0 OR last_live > 0`;

/** Adds up the latest samples of all applications; each is read through the primary key. */
const LAST_SAMPLE = `
  SELECT COALESCE(SUM((
    SELECT s.live FROM session_samples s WHERE s.application_id = a.id AND s.minute = ?
  )), 0) AS live
  FROM applications a`;

/** Records the number of live sessions of each application over time. */
@Injectable()
export class SessionSampler {
  private lastLive: number | undefined;
  private isAsked = false;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly leader: Leader,
    private readonly clock: Clock,
    private readonly jobs: ScheduledJobs,
  ) {}

  /**
   * Live sessions at the last count; `undefined` before the first count, or if another process counts. This getter does
   * not query the database, which may be unavailable.
   */
  get live(): number | undefined {
    if (!this.leader.isLeader) return undefined;
    if (this.lastLive === undefined && !this.isAsked) {
      this.isAsked = true;
      void this.jobs.run(NAME);
    }
    return this.lastLive;
  }

  /** Counts the open sessions of each application that has open sessions or had some at the last count. */
  @ScheduledJob({
    name: NAME,
    everyMs: EVERY_MS,
    leaderOnly: true,
    failure: 'Sessions could not be counted',
  })
  async run(): Promise<void> {
    const minute = Math.floor(this.clock.now() / MINUTE_MS);
    // On MySQL, `inTransaction` uses READ COMMITTED, so the statement locks none of the counted rows.
    await inTransaction(this.dataSource, (manager) => manager.query(SAMPLE, [minute, minute]));
    const [{ live }] = await this.dataSource.query(LAST_SAMPLE, [minute]);
    this.lastLive = Number(live);
  }
}
