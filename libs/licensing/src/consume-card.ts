import type { EntityManager } from 'typeorm';
import { Card, type LicenceHolder } from '@app/database';
import type { HolderKind } from './holder-kind.js';
import { RefusalError } from './refusal-error.js';

/** Returns whether a recharge or a registration can consume a card. */
export function isConsumable({ status, frozen }: Pick<Card, 'status' | 'frozen'>): boolean {
  return status === 'unused' && !frozen;
}

/**
 * Refuses a card that cannot be consumed by a recharge or a registration.
 * @param whenUsed the refusal for a card that is already activated or consumed. A recharge passes a refusal of its own,
 * a registration passes the refusal for a missing card.
 * @throws RefusalError 10240 if the card does not exist or is frozen; `whenUsed` if it is used
 */
export function requireConsumable(
  card: Card | undefined,
  whenUsed: 'RECHARGE_CARD_USED' | 'RECHARGE_CARD_UNKNOWN',
): asserts card is Card {
  if (!card || card.frozen) throw new RefusalError('RECHARGE_CARD_UNKNOWN');
  if (!isConsumable(card)) throw new RefusalError(whenUsed);
}

/**
 * Permanently consumes a card for a holder.
 * @param card a consumable card whose row is locked
 * @param now epoch milliseconds
 */
export async function consumeCard(
  manager: EntityManager,
  card: Card,
  kind: HolderKind,
  { id }: Pick<LicenceHolder, 'id'>,
  now: number,
): Promise<void> {
  const consumed = {
    status: 'consumed',
    consumedByKind: kind.name,
    consumedById: id,
    consumedAt: now,
    updatedAt: now,
  } as const;
  await manager.update(Card, { id: card.id }, consumed);
}
