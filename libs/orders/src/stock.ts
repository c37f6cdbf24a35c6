import type { EntityManager } from 'typeorm';
import { indexHint, isSqlite } from '@app/database';

/** Identifies the cards from which a product with the mode `stock` is sold. */
export interface Shelf {
  readonly cardTypeId: number;
  readonly batch: string;
}

/** A card taken from the stock. */
export interface TakenCard {
  readonly id: number;
  readonly card: string;
}

/** Highest number of available cards that is counted. */
const MAX_COUNTED = 10_000;

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
    `SELECT id, card FROM ${available(manager)} ORDER BY id LIMIT ${count} ${lock}`,
    [shelf.cardTypeId, shelf.batch],
  );
}

/**
 * Counts available cards, including cards that another order has locked.
 * @param most maximum count, at most `MAX_COUNTED`
 */
export async function countAvailable(
  manager: EntityManager,
  shelf: Shelf,
  most = MAX_COUNTED,
): Promise<number> {
  const [{ count }] = await manager.query<[{ count: number | string }]>(
    `SELECT COUNT(*) AS count FROM (SELECT id FROM ${available(manager)} LIMIT ${most}) AS counted`,
    [shelf.cardTypeId, shelf.batch],
  );
  return Number(count);
}

/**
 * Returns the SQL for a product's available cards, with a hint to an index that has the cards in the order of their
 * ids. Without this index, MySQL may sort, and therefore lock, all available cards.
 */
function available(manager: EntityManager): string {
  return `cards ${indexHint(manager.dataSource, 'ix_cards_stock')}
    WHERE card_type_id = ? AND batch = ? AND status = 'unused' AND frozen = 0 AND issued_at IS NULL`;
}
