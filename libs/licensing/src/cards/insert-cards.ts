import type { EntityManager } from 'typeorm';
import {
  Card,
  type CardType,
  isSqlite,
  isUniqueViolation,
  placeholders,
  searchKeys,
  termsOf,
} from '@app/database';

const MAX_INSERTS = 5;

/** The values that differ between new cards of one type. */
export interface NewCard {
  readonly card: string;
  readonly note: string | null;
  readonly batch: string | null;
}

/**
 * Returns the number of cards per statement. On SQLite, a statement with this number of cards blocks the process for
 * one or two milliseconds.
 */
export function cardsAtATime(manager: EntityManager): number {
  return isSqlite(manager.dataSource) ? 100 : 500;
}

/** Returns those of the given cards that the application already has. */
export async function findExisting(
  manager: EntityManager,
  applicationId: number,
  cards: readonly string[],
): Promise<Set<string>> {
  if (cards.length === 0) return new Set();
  const rows: { card: string }[] = await manager.query(
    `SELECT card FROM cards WHERE application_id = ? AND card IN (${placeholders(cards)})`,
    [applicationId, ...cards],
  );
  return new Set(rows.map(({ card }) => card));
}

/**
 * Inserts unused cards of a type with a raw statement: the query builder takes several times as long, which would delay
 * heartbeats.
 * @param now epoch milliseconds
 * @param issue columns to set on cards that an order issues
 */
export async function insertCards(
  manager: EntityManager,
  type: CardType,
  cards: readonly NewCard[],
  now: number,
  issue: Partial<Pick<Card, 'orderId' | 'issuedAt'>> = {},
): Promise<void> {
  if (cards.length === 0) return;
  const shared: Partial<Card> = {
    applicationId: type.applicationId,
    cardTypeId: type.id,
    status: 'unused',
    frozen: false,
    ...termsOf(type),
    unbindsUsed: 0,
    unbindFailures: 0,
    ...issue,
    createdAt: now,
    updatedAt: now,
  };
  const metadata = manager.dataSource.getMetadata(Card);
  const columnOf = (property: string) => metadata.findColumnWithPropertyName(property)!;
  const columns = [...Object.keys(shared), 'card', 'searchKey', 'reversedKey', 'note', 'batch'].map(
    (property) => columnOf(property).databaseName,
  );
  const row = `(${placeholders(columns)})`;
  const values = Object.entries(shared).map(
    ([property, value]) =>
      manager.dataSource.driver.preparePersistentValue(value, columnOf(property)) as unknown,
  );
  await manager.query(
    `INSERT INTO cards (${columns.join(', ')}) VALUES ${cards.map(() => row).join(', ')}`,
    cards.flatMap(({ card, note, batch }) => {
      const { searchKey, reversedKey } = searchKeys(card);
      return [...values, card, searchKey, reversedKey, note, batch];
    }),
  );
}

/**
 * Retries an insert if another writer has created one of the cards since the lookup. In this case the database refuses
 * the whole statement.
 */
export async function unlessTaken<T>(insert: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await insert();
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === MAX_INSERTS) throw error;
    }
  }
}
