import type { EntityManager } from 'typeorm';
import { CardType } from './entities/card-type.entity.js';
import { type Channel, type ChannelProduct, isPaymentKind } from './entities/channel.entity.js';

/**
 * Returns a human-readable name of a product. The name of a payment service's product is an id, so the card type's name
 * is returned instead.
 */
export async function productName(
  manager: EntityManager,
  { kind }: Pick<Channel, 'kind'>,
  { name, cardTypeId }: Pick<ChannelProduct, 'name' | 'cardTypeId'>,
): Promise<string> {
  if (!isPaymentKind(kind)) return name;
  const type = await manager.findOneBy(CardType, { id: cardTypeId });
  return type?.name ?? name;
}
