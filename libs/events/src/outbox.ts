import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { insertCopies, OutboxEvent } from '@app/database';
import { chunksOf } from '@app/platform';
import type { EventData, EventType } from './catalogue.js';
import { newEventId } from './event-id.js';
import { dataAsJson } from './fit-data.js';
import type { Listeners } from './listeners.js';
import { Subscriptions } from './subscriptions.js';

const ROWS_PER_STATEMENT = 50;

/** An event to be written. */
export interface NewEvent<T extends EventType> {
  readonly type: T;
  /** `null` if the event belongs to no application. */
  readonly applicationId: number | null;
  readonly data: EventData[T];
}

/**
 * Writes events in the transactions of the changes that they report. An event is therefore written if and only if its
 * change is committed. Events without a subscriber are not written.
 */
@Injectable()
export class Outbox {
  constructor(@Inject(Subscriptions) private readonly subscriptions: Pick<Subscriptions, 'current'>) {}

  /** Returns an outbox for a single transaction, for commands that run outside of a server. */
  static for(listeners: Listeners): Outbox {
    return new Outbox({ current: listeners });
  }

  /** True if an event has a subscriber. Call it before you collect the event's data. */
  isWanted(applicationId: number | null, type: EventType): boolean {
    return this.subscriptions.current.want(applicationId, type);
  }

  /** True if events of these types have a subscriber in any application. */
  isAnyWanted(types: readonly EventType[]): boolean {
    return this.subscriptions.current.wantAny(types);
  }

  /**
   * Writes the events that have a subscriber.
   * @param manager entity manager of the transaction that makes the change
   * @param now epoch milliseconds
   */
  async write<T extends EventType>(
    manager: EntityManager,
    now: number,
    ...events: readonly NewEvent<T>[]
  ): Promise<void> {
    const wanted = events.filter(({ applicationId, type }) => this.isWanted(applicationId, type));
    const rows = wanted.map(({ applicationId, type, data }) => ({
      eventId: newEventId(now),
      type,
      applicationId,
      data: dataAsJson(data),
      pending: true,
      at: now,
    }));
    for (const chunk of chunksOf(rows, ROWS_PER_STATEMENT)) await insertCopies(manager, OutboxEvent, chunk);
  }
}
