import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Card, type Channel, type ChannelProduct, Order, productName } from '@app/database';
import { type EventData, Outbox } from '@app/events';

/** Writes the events about orders and the stock, in the transaction of the change. */
@Injectable()
export class OrderEvents {
  constructor(private readonly outbox: Outbox) {}

  /** @param now epoch milliseconds */
  async issued(manager: EntityManager, order: Order, cards: readonly string[], now: number): Promise<void> {
    const { applicationId } = order;
    await this.outbox.write(manager, now, {
      type: 'order.issued',
      applicationId,
      data: { ...factsOf(order), cards },
    });
  }

  /** @param now epoch milliseconds */
  async refunded(
    manager: EntityManager,
    order: Order,
    outcome: Pick<EventData['order.refunded'], 'mode' | 'frozen' | 'used'>,
    now: number,
  ): Promise<void> {
    const { applicationId } = order;
    if (!this.outbox.isWanted(applicationId, 'order.refunded')) return;
    const select = { card: true } as const;
    const found = await manager.find(Card, { select, where: { orderId: order.id }, order: { id: 'ASC' } });
    const cards = found.map(({ card }) => card);
    await this.outbox.write(manager, now, {
      type: 'order.refunded',
      applicationId,
      data: { ...factsOf(order), cards, ...outcome },
    });
  }

  /**
   * Reports that the email with the cards was not delivered, unless the order was refunded.
   * @param reason in English
   * @param now epoch milliseconds
   */
  async mailFailed(manager: EntityManager, orderId: number, reason: string, now: number): Promise<void> {
    const order = await manager.findOneByOrFail(Order, { id: orderId });
    if (order.status === 'refunded') return;
    const { applicationId, channelId } = order;
    const data = { order_no: numberOf(order), channel_id: channelId, reason };
    await this.outbox.write(manager, now, { type: 'order.mail_failed', applicationId, data });
  }

  /**
   * @param left number of available cards
   * @param now epoch milliseconds
   */
  async stockLow(
    manager: EntityManager,
    channel: Channel,
    product: ChannelProduct,
    left: number,
    now: number,
  ): Promise<void> {
    const { id, applicationId, lowStock } = channel;
    if (!this.outbox.isWanted(applicationId, 'stock.low')) return;
    const name = await productName(manager, channel, product);
    const data = { channel_id: id, card_type: name, left, level: lowStock! };
    await this.outbox.write(manager, now, { type: 'stock.low', applicationId, data });
  }
}

function numberOf({ externalNo, requestKey }: Order): string {
  return externalNo ?? requestKey!;
}

function factsOf(order: Order): Omit<EventData['order.issued'], 'cards'> {
  const { channelId, product, quantity, amount, currency } = order;
  return {
    order_no: numberOf(order),
    channel_id: channelId,
    card_type: product,
    quantity,
    amount,
    currency,
  };
}
