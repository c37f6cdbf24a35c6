import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThanOrEqual } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import { deleteInBatches, PortalSession } from '@app/database';
import { Clock, HOUR_MS } from '@app/platform';

/** Deletes expired sign-ins to customers' pages. */
@Injectable()
export class PortalSessionPurgeJob {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @returns the number of sessions deleted */
  @ScheduledJob({
    name: 'portal-session-purge',
    everyMs: HOUR_MS,
    leaderOnly: true,
    failure: "Old sessions of customers' pages could not be deleted",
  })
  async run(): Promise<number> {
    return deleteInBatches(this.dataSource, PortalSession, { expiresAt: LessThanOrEqual(this.clock.now()) });
  }
}
