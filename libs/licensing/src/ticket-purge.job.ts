import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThan } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import { deleteInBatches, Ticket } from '@app/database';
import { Clock, HOUR_MS } from '@app/platform';

/** Deletes tickets that have expired. */
@Injectable()
export class TicketPurgeJob {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @returns the number of tickets deleted */
  @ScheduledJob({
    name: 'ticket-purge',
    everyMs: HOUR_MS,
    leaderOnly: true,
    failure: 'Expired tickets could not be deleted',
  })
  async run(): Promise<number> {
    return deleteInBatches(this.dataSource, Ticket, { expiresAt: LessThan(this.clock.now()) });
  }
}
