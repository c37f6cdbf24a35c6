import type { EntityManager } from 'typeorm';
import { Card } from '@app/database';
import type { ClientCall } from './client-call.js';
import { recordCustomerAct } from './customer-history.js';
import { CARD } from './holder-kind.js';

/**
 * Stores the unbind password of a card.
 * @param card a card whose row is locked
 * @param unbindPasswordHash hash of a password of 6–10 characters
 */
export async function saveUnbindPassword(
  manager: EntityManager,
  caller: ClientCall,
  card: Card,
  unbindPasswordHash: string,
): Promise<void> {
  await manager.update(Card, { id: card.id }, { unbindPasswordHash, updatedAt: caller.now });
  await recordCustomerAct(manager, caller, CARD, card, 'set_unbind_password');
}
