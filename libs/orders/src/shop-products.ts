import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type Channel, ChannelProduct, countAvailable } from '@app/database';
import { OrderError } from './order-error.js';

/** A product with the number of cards that can be ordered now, at most 10000; `null` if unlimited. */
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

  /** Returns all products of a channel, sorted by id. */
  async list({ id: channelId }: Channel): Promise<ProductOnSale[]> {
    const products = await this.dataSource.manager.find(ChannelProduct, {
      where: { channelId },
      order: { id: 'ASC' },
    });
    return Promise.all(products.map((product) => this.count(product)));
  }

  /** @throws OrderError unknown_card_type */
  async get({ id: channelId }: Channel, cardTypeId: number): Promise<ProductOnSale> {
    const product = await this.dataSource.manager.findOneBy(ChannelProduct, { channelId, cardTypeId });
    if (!product) throw new OrderError('unknown_card_type');
    return this.count(product);
  }

  private async count(product: ChannelProduct): Promise<ProductOnSale> {
    const { cardTypeId, batch } = product;
    const available =
      batch === null ? null : await countAvailable(this.dataSource.manager, { cardTypeId, batch });
    return Object.assign(product, { available });
  }
}
