import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThan } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import { deleteInBatches, NotifierMessage, OutboxEvent } from '@app/database';
import { Clock, DAY_MS, HOUR_MS } from '@app/platform';

const KEPT_MS = 30 * DAY_MS;

/** Deletes everything older than 30 days: events with their deliveries and messages, and daily digests. */
@Injectable()
export class EventPurgeJob {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @returns the number of events and digests deleted */
  @ScheduledJob({
    name: 'event-purge',
    everyMs: HOUR_MS,
    leaderOnly: true,
    failure: 'Old events could not be deleted',
  })
  async run(): Promise<number> {
    const old = LessThan(this.clock.now() - KEPT_MS);
    const events = await deleteInBatches(this.dataSource, OutboxEvent, { at: old });
    return events + (await deleteInBatches(this.dataSource, NotifierMessage, { createdAt: old }));
  }
}
