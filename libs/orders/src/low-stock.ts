import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { Channel, ChannelProduct, countAvailable, inTransaction, isSqlite, type Shelf } from '@app/database';
import { logFailure } from '@app/platform';
import { OrderEvents } from './order-events.js';

/** Detects when the stock of a product falls below its channel's threshold (`lowStock`), and when it is refilled. */
@Injectable()
export class LowStock {
  private readonly logger = new Logger(LowStock.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly events: OrderEvents,
  ) {}

  /**
   * Compares the stock of one shelf with the thresholds of all channels that sell its cards. Called in the transaction
   * of an order.
   * @param now epoch milliseconds
   * @returns true if the stock must be compared again after the commit, since a concurrent order does not see the cards
   * of this order before
   */
  async check(manager: EntityManager, shelf: Shelf, now: number): Promise<boolean> {
    // Sorted by id, so that concurrent orders lock the products in the same sequence and do not deadlock.
    const products = await manager.find(ChannelProduct, { where: { ...shelf }, order: { id: 'ASC' } });
    const channels = await manager.findBy(Channel, { id: In(products.map(({ channelId }) => channelId)) });
    for (const product of products) {
      const channel = channels.find(({ id }) => id === product.channelId);
      if (channel) await this.compare(manager, channel, product, shelf, now);
    }
    // On SQLite, transactions that write run one after another.
    return !isSqlite(manager.dataSource) && channels.some(({ lowStock }) => lowStock !== null);
  }

  /**
   * Compares the stock after an order was committed or refused. A failure is only logged: the outcome of the order is
   * final, and the next order compares the stock again.
   * @param now epoch milliseconds
   */
  async checkAfterwards(shelf: Shelf, now: number): Promise<void> {
    try {
      await inTransaction(this.dataSource, (manager) => this.check(manager, shelf, now));
    } catch (error) {
      logFailure(this.logger, 'The stock could not be compared with the low-stock level', error);
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
