import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { Channel, ChannelProduct, countAvailable, type Shelf } from '@app/database';
import { OrderEvents } from './order-events.js';

/** Detects when the stock of a product falls below its channel's threshold (`lowStock`), and when it is refilled. */
@Injectable()
export class LowStock {
  constructor(private readonly events: OrderEvents) {}

  /**
   * Compares the stock of one shelf with the thresholds of all channels that sell its cards. Called in the transaction
   * of an order, or after an order was refused for lack of stock.
   * @param now epoch milliseconds
   */
  async check(manager: EntityManager, shelf: Shelf, now: number): Promise<void> {
    // Sorted by id, so that concurrent orders lock the products in the same sequence and do not deadlock.
    const products = await manager.find(ChannelProduct, { where: { ...shelf }, order: { id: 'ASC' } });
    const channels = await manager.findBy(Channel, { id: In(products.map(({ channelId }) => channelId)) });
    for (const product of products) {
      const channel = channels.find(({ id }) => id === product.channelId);
      if (channel) await this.compare(manager, channel, product, shelf, now);
    }
  }

  private async compare(
    manager: EntityManager,
    channel: Channel,
    product: ChannelProduct,
    shelf: Shelf,
    now: number,
  ): Promise<void> {
    const { lowStock } = channel;
    const { id, lowSince } = product;
    if (lowStock === null && lowSince === null) return;
    const left = lowStock === null ? 0 : await countAvailable(manager, shelf, lowStock);
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
