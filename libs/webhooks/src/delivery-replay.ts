import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { inBatches, OutboxEvent, type Webhook, WebhookDelivery } from '@app/database';
import { newDelivery, newEventId } from '@app/events';

const ROWS = 500;
/** Column values with which the schedule of a replayed delivery begins again. */
const AGAIN = { status: 'pending', attempts: 0 } as const;

/** A time range of deliveries, in epoch milliseconds: `from` inclusive, `to` exclusive. */
export interface ReplayRange {
  readonly from: number;
  readonly to: number;
  /** If true, only failed deliveries are replayed. */
  readonly failedOnly: boolean;
}

/** Repeats deliveries without changing their event ids, and sends test events. */
@Injectable()
export class DeliveryReplay {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** @param now epoch milliseconds */
  async one(manager: EntityManager, id: number, now: number): Promise<void> {
    await manager.update(WebhookDelivery, { id }, { ...AGAIN, nextAt: now });
  }

  /**
   * Replays a webhook's finished deliveries that were created in a time range, oldest first.
   * @param now epoch milliseconds
   * @returns the number of deliveries
   */
  async range(webhookId: number, { from, to, failedOnly }: ReplayRange, now: number): Promise<number> {
    const { manager } = this.dataSource;
    const status = failedOnly ? ['failed'] : ['failed', 'delivered'];
    let [last, replayed] = [0, 0];
    await inBatches(async () => {
      const rows = await manager
        .createQueryBuilder(WebhookDelivery, 'row')
        .select('row.id')
        .where({ webhookId, status: In(status) })
        .andWhere('row.id > :last AND row.createdAt >= :from AND row.createdAt < :to', { last, from, to })
        .orderBy('row.id')
        .limit(ROWS)
        .getMany();
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await manager.update(WebhookDelivery, { id: In(ids) }, { ...AGAIN, nextAt: now });
      last = ids.at(-1) ?? last;
      replayed += ids.length;
      return ids.length < ROWS ? 'done' : 'more';
    });
    return replayed;
  }

  /**
   * Writes a test event for this webhook only.
   * @param now epoch milliseconds
   * @returns the id of its delivery
   */
  async test(manager: EntityManager, { id: webhookId }: Pick<Webhook, 'id'>, now: number): Promise<number> {
    const event = await manager.insert(OutboxEvent, {
      eventId: newEventId(now),
      type: 'webhook.test',
      applicationId: null,
      data: JSON.stringify({ message: 'This is a test.' }),
      pending: false,
      at: now,
    });
    const eventId = Number(event.identifiers[0]!['id']);
    const { identifiers } = await manager.insert(WebhookDelivery, newDelivery(webhookId, eventId, now));
    return Number(identifiers[0]!['id']);
  }
}
