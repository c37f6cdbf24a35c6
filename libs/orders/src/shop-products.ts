import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type Channel, ChannelProduct, countAvailable } from '@app/database';
import { leftToday } from './left-today.js';
import { OrderError } from './order-error.js';

/**
 * A product with the number of cards that can be ordered now; `null` if unlimited. Cards in stock are counted up to
 * 10000. The channel's limit per day is shared by all its products.
 */
export interface ProductOnSale extends ChannelProduct {
  readonly available: number | null;
}

/**
 * The products that a shop sees. The protocols of acg-faka and dujiao-next identify a product by the id of its
 * card type, which never changes.
 */
@Injectable()
export class ShopProducts {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Returns all products of a channel, sorted by id.
   * @param now epoch milliseconds
   */
  async list(channel: Channel, now: number): Promise<ProductOnSale[]> {
    const products = await this.dataSource.manager.find(ChannelProduct, {
      where: { channelId: channel.id },
      order: { id: 'ASC' },
    });
    return this.count(channel, products, now);
  }

  /**
   * @param now epoch milliseconds
   * @throws OrderError unknown_card_type
   */
  async get(channel: Channel, cardTypeId: number, now: number): Promise<ProductOnSale> {
    const where = { channelId: channel.id, cardTypeId };
    const [product] = await this.count(
      channel,
      await this.dataSource.manager.findBy(ChannelProduct, where),
      now,
    );
    if (!product) throw new OrderError('unknown_card_type');
    return product;
  }

  private async count(channel: Channel, products: ChannelProduct[], now: number): Promise<ProductOnSale[]> {
    const { manager } = this.dataSource;
    const { maxPerDay } = channel;
    const left = maxPerDay === null ? Infinity : await leftToday(manager, channel, maxPerDay, now);
    return Promise.all(
      products.map(async (product) => {
        const { cardTypeId, batch } = product;
        const inStock = batch === null ? Infinity : await countAvailable(manager, { cardTypeId, batch });
        const available = Math.min(inStock, left);
        return Object.assign(product, { available: available === Infinity ? null : available });
      }),
    );
  }
}
