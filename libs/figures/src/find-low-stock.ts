import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { Channel, ChannelProduct, countAvailable, productName } from '@app/database';

/** A product whose stock is currently below its channel's low-stock level. */
export interface LowStockProduct {
  readonly applicationId: number;
  readonly channelId: number;
  readonly channelName: string;
  /** Human-readable name of the product. */
  readonly product: string;
  readonly batch: string;
  /** Time of the order that found the stock low, in epoch milliseconds; `null` if no order has found it low yet. */
  readonly lowSince: number | null;
  /** Number of available cards. */
  readonly available: number;
  /** Level of the channel. */
  readonly level: number;
}

/** Maximum number of products whose cards are counted. */
const MAX_COUNTED = 500;

/**
 * Finds products with low stock, beginning with the longest shortage. Only orders set and clear `lowSince`, and the
 * stock may have changed after the latest order. The cards are therefore counted here.
 * @param most maximum number of products
 */
export async function findLowStock(
  manager: EntityManager,
  applicationIds: readonly number[],
  most: number,
): Promise<LowStockProduct[]> {
  const channels = await manager.find(Channel, {
    select: { id: true, applicationId: true, name: true, kind: true, lowStock: true },
    where: { applicationId: In(applicationIds), lowStock: Not(IsNull()) },
  });
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  const products = await manager.find(ChannelProduct, {
    where: { channelId: In([...byId.keys()]), batch: Not(IsNull()) },
    // In descending order, products with `lowSince` come first: both engines sort NULL as the lowest value.
    order: { lowSince: 'DESC', id: 'ASC' },
    take: MAX_COUNTED,
  });
  const low: (Omit<LowStockProduct, 'product'> & { of: ChannelProduct })[] = [];
  for (const product of products) {
    const { channelId, cardTypeId, batch, lowSince } = product;
    const channel = byId.get(channelId)!;
    const shelf = { cardTypeId, batch: batch! };
    const level = channel.lowStock!;
    const available = await countAvailable(manager, shelf, level);
    if (available >= level) continue;
    low.push({
      of: product,
      applicationId: channel.applicationId,
      channelId,
      channelName: channel.name,
      batch: shelf.batch,
      lowSince,
      available,
      level,
    });
  }
  const first = low
    .toSorted((a, b) => (a.lowSince ?? Infinity) - (b.lowSince ?? Infinity) || 0)
    .slice(0, most);
  const found: LowStockProduct[] = [];
  for (const { of, ...rest } of first)
    found.push(Object.assign(rest, { product: await productName(manager, byId.get(rest.channelId)!, of) }));
  return found;
}
