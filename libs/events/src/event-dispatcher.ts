import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import {
  inBatches,
  insertCopies,
  inTransaction,
  NotifierMessage,
  OutboxEvent,
  rowLock,
  rowLockSkip,
  WebhookDelivery,
} from '@app/database';
import { chunksOf, Clock } from '@app/platform';
import type { Listener } from './listeners.js';
import { RECEIVERS, type ReceiverKind } from './receivers.js';
import { Subscriptions } from './subscriptions.js';

const EVERY_MS = 1000;
const EVENTS = 200;
const ROWS_PER_STATEMENT = 100;

/** Adds each event to the queues of the webhooks and notifiers that subscribe to it. */
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
    // The events are locked, since there may be two leaders for a moment. A locking read would also wait for events
    // that are not yet committed. `rowLockSkip` omits them, so that no event waits for the end of a long transaction,
    // such as a card job.
    const events = await manager.find(OutboxEvent, {
      select: { id: true, type: true, applicationId: true },
      where: { pending: true },
      order: { id: 'ASC' },
      take: EVENTS,
      ...rowLockSkip(manager),
    });
    if (events.length === 0) return 'done';
    // Another process may have written an event for new receivers that `subscriptions.current` still lacks.
    const subscribed = await this.subscriptions.asOf(manager);
    const now = this.clock.now();
    const told = events.flatMap(({ id: eventId, type, applicationId }) =>
      subscribed.of(applicationId, type).map((listener) => ({ eventId, listener })),
    );
    const idsOf = async (kind: ReceiverKind) => {
      const listeners = told.filter(({ listener }) => listener.kind === kind);
      const ids = await this.existing(manager, kind, listeners);
      return listeners.filter(({ listener: { id } }) => ids.has(id));
    };
    const deliveries = await idsOf('webhook');
    const messages = await idsOf('notifier');
    for (const chunk of chunksOf(deliveries, ROWS_PER_STATEMENT)) {
      const rows = chunk.map(({ eventId, listener }) => newDelivery(listener.id, eventId, now));
      await insertCopies(manager, WebhookDelivery, rows);
    }
    for (const chunk of chunksOf(messages, ROWS_PER_STATEMENT)) {
      const rows = chunk.map(({ eventId, listener }) => newMessage(listener.id, { eventId }, now));
      await insertCopies(manager, NotifierMessage, rows);
    }
    await manager.update(OutboxEvent, { id: In(events.map(({ id }) => id)) }, { pending: false });
    return events.length < EVENTS ? 'done' : 'more';
  }

  /** Returns the receivers that still exist, and locks them until the transaction ends. */
  private async existing(
    manager: EntityManager,
    kind: ReceiverKind,
    told: readonly { listener: Listener }[],
  ): Promise<Set<number>> {
    const ids = [...new Set(told.map(({ listener }) => listener.id))];
    if (ids.length === 0) return new Set();
    const { entity } = RECEIVERS[kind];
    const found = await manager.find(entity, {
      select: { id: true },
      where: { id: In(ids) },
      ...rowLock(manager),
    });
    return new Set(found.map(({ id }) => id));
  }
}

/** Returns a new delivery to a webhook. It is due at once. */
export function newDelivery(webhookId: number, eventId: number, now: number) {
  return { webhookId, eventId, status: 'pending', attempts: 0, nextAt: now, createdAt: now } as const;
}

/** Returns a new message of a notifier. It is due at once. */
export function newMessage(
  notifierId: number,
  about: { readonly eventId: number } | { readonly digestDay: string },
  now: number,
) {
  const fresh = { status: 'pending', summarized: false, attempts: 0, nextAt: now, createdAt: now } as const;
  return { notifierId, ...about, ...fresh };
}
