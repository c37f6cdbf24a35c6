import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThan } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import { Consumption, deleteInBatches } from '@app/database';
import { Clock, DAY_MS, HOUR_MS } from '@app/platform';

/** Time for which a repeat of a request is recognised. */
const KEPT_MS = 7 * DAY_MS;

/** Deletes consumptions older than 7 days. */
@Injectable()
export class ConsumptionPurgeJob {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @returns the number of consumptions deleted */
  @ScheduledJob({
    name: 'consumption-purge',
    everyMs: HOUR_MS,
    leaderOnly: true,
    failure: 'Old consumptions could not be deleted',
  })
  run(): Promise<number> {
    return deleteInBatches(this.dataSource, Consumption, { at: LessThan(this.clock.now() - KEPT_MS) });
  }
}
