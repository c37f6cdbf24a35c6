import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Channel, ChannelProduct, countAvailable } from '@app/database';
import { OrderEvents } from './order-events.js';

/** Detects when the stock of a product falls below its channel's level, and when it is refilled. */
@Injectable()
export class LowStock {
  constructor(private readonly events: OrderEvents) {}

  /**
   * Compares the stock with the level, in the transaction of an order.
   * @param now epoch milliseconds
   */
  async check(manager: EntityManager, channel: Channel, product: ChannelProduct, now: number): Promise<void> {
    const { lowStock } = channel;
    const { id, cardTypeId, batch, lowSince } = product;
    if (batch === null || (lowStock === null && lowSince === null)) return;
    const left = lowStock === null ? 0 : await countAvailable(manager, { cardTypeId, batch }, lowStock);
    const isLow = lowStock !== null && left < lowStock;
    if (isLow === (lowSince !== null)) return;
    // Of several concurrent orders that notice the change, only one records it.
    const where = isLow ? 'low_since IS NULL' : 'low_since IS NOT NULL';
    const { affected } = await manager
      .createQueryBuilder()
      .update(ChannelProduct)
      .set({ lowSince: isLow ? now : null })
      .where(`id = :id AND ${where}`, { id })
      .execute();
    if (isLow && affected === 1) await this.events.stockLow(manager, channel, product, left, now);
  }
}
