import type { EntityManager } from 'typeorm';
import { indexHint } from './engine.js';

/** Identifies the cards that are sold as a product with the mode `stock`. */
export interface Shelf {
  readonly cardTypeId: number;
  readonly batch: string;
}

/** Counting available cards stops at this number. */
const MAX_COUNTED = 10_000;

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
    `SELECT COUNT(*) AS count FROM (SELECT id FROM ${availableCards(manager)} LIMIT ${most}) AS counted`,
    [shelf.cardTypeId, shelf.batch],
  );
  return Number(count);
}

/**
 * Returns the SQL for the available cards of a shelf, with the parameters card type and batch. The hint names an index
 * that has the cards in the order of their ids. Without this index, MySQL may sort, and therefore lock, all available
 * cards.
 */
export function availableCards(manager: EntityManager): string {
  return `cards ${indexHint(manager.dataSource, 'ix_cards_stock')}
    WHERE card_type_id = ? AND batch = ? AND status = 'unused' AND frozen = 0 AND issued_at IS NULL`;
}
