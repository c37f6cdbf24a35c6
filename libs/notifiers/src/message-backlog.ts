import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Leader, ScheduledJob } from '@app/cluster';

const EVERY_MS = 30_000;

/** Counts the waiting messages for the metrics. */
@Injectable()
export class MessageBacklog {
  private counted: number | undefined;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly leader: Leader,
  ) {}

  /** The latest count; `undefined` before the first count, or if another process counts. */
  get last(): number | undefined {
    return this.leader.isLeader ? this.counted : undefined;
  }

  @ScheduledJob({
    name: 'notifier-backlog',
    everyMs: EVERY_MS,
    leaderOnly: true,
    failure: 'Waiting messages could not be counted',
  })
  async run(): Promise<void> {
    const [{ waiting }] = await this.dataSource.query(
      `SELECT SUM((SELECT COUNT(*) FROM notifier_messages m WHERE m.notifier_id = n.id AND m.status = 'pending')) AS waiting
       FROM notifiers n WHERE n.enabled = ?`,
      [1],
    );
    this.counted = Number(waiting ?? 0);
  }
}
