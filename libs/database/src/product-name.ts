import type { EntityManager } from 'typeorm';
import { CardType } from './entities/card-type.entity.js';
import { type Channel, type ChannelProduct, isPaymentKind } from './entities/channel.entity.js';

/** Returns a product's name for people. A payment service's product has an id as name, so its card type is named. */
export async function productName(
  manager: EntityManager,
  { kind }: Pick<Channel, 'kind'>,
  { name, cardTypeId }: Pick<ChannelProduct, 'name' | 'cardTypeId'>,
): Promise<string> {
  if (!isPaymentKind(kind)) return name;
  const type = await manager.findOneBy(CardType, { id: cardTypeId });
  return type?.name ?? name;
}
