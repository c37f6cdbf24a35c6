import { CardType, type Channel, type ChannelProduct } from '@app/database';
import type { CardApplicationFile } from './card-application.js';
import { DujiaoClient } from './dujiao-client.js';
import { createSigningShop, type SigningShop } from './signing-shop.js';
import type { TestServer } from './test-server.js';

/** A shop that runs dujiao-next. */
export interface DujiaoShop extends SigningShop {
  readonly client: DujiaoClient;
  /** Id of the product and of its SKU. */
  readonly sku: number;
}

/** @param products by the name of their card type */
export async function createDujiaoShop(
  server: TestServer,
  products?: Record<string, Partial<ChannelProduct>>,
  settings?: Partial<Channel>,
  file?: CardApplicationFile,
): Promise<DujiaoShop> {
  const shop = await createSigningShop(server, 'dujiao', products, settings, file);
  const { applicationId } = shop.channel;
  const types = await server.dataSource.manager.findBy(CardType, { applicationId });
  const client = new DujiaoClient(server.url, shop.id, shop.key, server.clock);
  return { ...shop, client, sku: types.find(({ name }) => name === 'Type')!.id };
}
