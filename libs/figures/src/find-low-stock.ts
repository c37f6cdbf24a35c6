import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { Channel, ChannelProduct, countAvailable } from '@app/database';

/** A product whose stock is currently below its channel's level. */
export interface LowStockProduct {
  readonly applicationId: number;
  readonly channelId: number;
  readonly channelName: string;
  /** Public name of the product. */
  readonly product: string;
  readonly batch: string;
  /** Time since which the stock is low, in epoch milliseconds. */
  readonly lowSince: number;
  /** Number of available cards. */
  readonly available: number;
  /** Level of the channel. */
  readonly level: number;
}

/** Maximum number of products whose cards are counted. */
const MAX_COUNTED = 500;

/**
 * Finds products with low stock, beginning with the longest shortage. Only orders mark low stock and remove the mark, so
 * the cards of marked products are counted here again: the stock may have been refilled after the latest order.
 * @param most maximum number of products
 */
export async function findLowStock(
  manager: EntityManager,
  applicationIds: readonly number[],
  most: number,
): Promise<LowStockProduct[]> {
  const channels = await manager.find(Channel, {
    select: { id: true, applicationId: true, name: true, lowStock: true },
    where: { applicationId: In(applicationIds), lowStock: Not(IsNull()) },
  });
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  const marked = await manager.find(ChannelProduct, {
    where: { channelId: In([...byId.keys()]), lowSince: Not(IsNull()), batch: Not(IsNull()) },
    order: { lowSince: 'ASC', id: 'ASC' },
    take: MAX_COUNTED,
  });
  const found: LowStockProduct[] = [];
  for (const { channelId, cardTypeId, name: product, batch, lowSince } of marked) {
    if (found.length === most) break;
    const { applicationId, name: channelName, lowStock } = byId.get(channelId)!;
    const shelf = { cardTypeId, batch: batch! };
    const level = lowStock!;
    const available = await countAvailable(manager, shelf, level);
    if (available >= level) continue;
    found.push({
      applicationId,
      channelId,
      channelName,
      product,
      batch: shelf.batch,
      lowSince: lowSince!,
      available,
      level,
    });
  }
  return found;
}
