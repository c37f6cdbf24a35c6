import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThan } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import { deleteInBatches, OutboxEvent } from '@app/database';
import { Clock, DAY_MS, HOUR_MS } from '@app/platform';

const KEPT_MS = 30 * DAY_MS;

/** Deletes events that are older than 30 days, with their deliveries. */
@Injectable()
export class EventPurgeJob {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @returns the number of events deleted */
  @ScheduledJob({
    name: 'event-purge',
    everyMs: HOUR_MS,
    leaderOnly: true,
    failure: 'Old events could not be deleted',
  })
  run(): Promise<number> {
    return deleteInBatches(this.dataSource, OutboxEvent, { at: LessThan(this.clock.now() - KEPT_MS) });
  }
}
