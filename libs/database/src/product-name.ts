import type { EntityManager } from 'typeorm';
import { CardType } from './entities/card-type.entity.js';
import { type Channel, type ChannelProduct, isPaymentKind } from './entities/channel.entity.js';

/** Returns the name of a product for people: at a payment service, the name of its card type instead of an id. */
export async function productName(
  manager: EntityManager,
  { kind }: Pick<Channel, 'kind'>,
  { name, cardTypeId }: Pick<ChannelProduct, 'name' | 'cardTypeId'>,
): Promise<string> {
  if (!isPaymentKind(kind)) return name;
  const type = await manager.findOneBy(CardType, { id: cardTypeId });
  return type?.name ?? name;
}
