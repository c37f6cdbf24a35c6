import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import {
  inBatches,
  insertCopies,
  inTransaction,
  OutboxEvent,
  rowLock,
  Webhook,
  WebhookDelivery,
} from '@app/database';
import { Subscriptions } from '@app/events';
import { chunksOf, Clock } from '@app/platform';

const EVERY_MS = 1000;
const EVENTS = 200;
const ROWS_PER_STATEMENT = 100;

/** Makes a delivery of each event for each webhook that listens to it. */
@Injectable()
export class EventDispatcher {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly subscriptions: Subscriptions,
    private readonly clock: Clock,
  ) {}

  @ScheduledJob({
    name: 'event-dispatch',
    everyMs: EVERY_MS,
    leaderOnly: true,
    failure: 'Deliveries of events could not be made',
  })
  async run(): Promise<void> {
    const isAny = await this.dataSource.manager.existsBy(OutboxEvent, { pending: true });
    if (!isAny) return;
    await inBatches(() => inTransaction(this.dataSource, (manager) => this.dispatch(manager)));
  }

  private async dispatch(manager: EntityManager): Promise<'more' | 'done'> {
    // Locked: for a moment there may be two leaders.
    const events = await manager.find(OutboxEvent, {
      select: { id: true, type: true, applicationId: true },
      where: { pending: true },
      order: { id: 'ASC' },
      take: EVENTS,
      ...rowLock(manager),
    });
    if (events.length === 0) return 'done';
    const now = this.clock.now();
    const deliveries = events.flatMap(({ id, type, applicationId }) =>
      this.subscriptions.current
        .of(applicationId, type)
        .map(({ webhookId }) => newDelivery(webhookId, id, now)),
    );
    const existing = await this.existing(manager, deliveries);
    const rows = deliveries.filter(({ webhookId }) => existing.has(webhookId));
    for (const chunk of chunksOf(rows, ROWS_PER_STATEMENT))
      await insertCopies(manager, WebhookDelivery, chunk);
    await manager.update(OutboxEvent, { id: In(events.map(({ id }) => id)) }, { pending: false });
    return events.length < EVENTS ? 'done' : 'more';
  }

  /** Returns the webhooks that have not been deleted meanwhile, and keeps them until the transaction ends. */
  private async existing(
    manager: EntityManager,
    deliveries: readonly Pick<WebhookDelivery, 'webhookId'>[],
  ): Promise<Set<number>> {
    const ids = [...new Set(deliveries.map(({ webhookId }) => webhookId))];
    if (ids.length === 0) return new Set();
    const id = In(ids);
    const found = await manager.find(Webhook, { select: { id: true }, where: { id }, ...rowLock(manager) });
    return new Set(found.map((webhook) => webhook.id));
  }
}

/** Returns a delivery that is due at once. */
export function newDelivery(webhookId: number, eventId: number, now: number) {
  return { webhookId, eventId, status: 'pending', attempts: 0, nextAt: now, createdAt: now } as const;
}
