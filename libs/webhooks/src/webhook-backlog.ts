import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Leader, ScheduledJob } from '@app/cluster';
import { Clock } from '@app/platform';

const EVERY_MS = 30_000;

/** Numbers of waiting events and deliveries. */
export interface Backlog {
  readonly events: number;
  readonly deliveries: number;
  /** Age of the oldest due delivery or waiting event, in seconds. */
  readonly oldestSeconds: number;
}

/** Counts waiting events and deliveries for metrics. */
@Injectable()
export class WebhookBacklog {
  private counted: Backlog | undefined;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly leader: Leader,
    private readonly clock: Clock,
  ) {}

  /** The latest count; `undefined` before the first count, or if another process counts. */
  get last(): Backlog | undefined {
    return this.leader.isLeader ? this.counted : undefined;
  }

  @ScheduledJob({
    name: 'webhook-backlog',
    everyMs: EVERY_MS,
    leaderOnly: true,
    failure: 'Waiting deliveries could not be counted',
  })
  async run(): Promise<void> {
    const now = this.clock.now();
    const [events] = await this.dataSource.query(
      'SELECT COUNT(*) AS waiting, MIN(at) AS oldest FROM events WHERE pending = ?',
      [1],
    );
    const [due] = await this.dataSource.query(
      `SELECT SUM((SELECT COUNT(*) FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.status = 'pending')) AS waiting,
         MIN((SELECT MIN(d.next_at) FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.next_at <= ?)) AS oldest
       FROM webhooks w WHERE w.enabled = ?`,
      [now, 1],
    );
    const oldest = Math.min(Number(events.oldest ?? now), Number(due.oldest ?? now), now);
    this.counted = {
      events: Number(events.waiting),
      deliveries: Number(due.waiting ?? 0),
      oldestSeconds: Math.floor((now - oldest) / 1000),
    };
  }
}
