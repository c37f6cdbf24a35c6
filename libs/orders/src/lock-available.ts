import type { EntityManager } from 'typeorm';
import { availableCards, isSqlite, type Shelf } from '@app/database';

/** A card taken from the stock. */
export interface TakenCard {
  readonly id: number;
  readonly card: string;
}

/**
 * Takes the oldest available cards, at most `count`, and locks them until the transaction ends. Cards that another
 * order has locked are skipped.
 */
export async function lockAvailable(
  manager: EntityManager,
  shelf: Shelf,
  count: number,
): Promise<TakenCard[]> {
  const lock = isSqlite(manager.dataSource) ? '' : 'FOR UPDATE SKIP LOCKED';
  return manager.query<TakenCard[]>(
    `SELECT id, card FROM ${availableCards(manager)} ORDER BY id LIMIT ${count} ${lock}`,
    [shelf.cardTypeId, shelf.batch],
  );
}
