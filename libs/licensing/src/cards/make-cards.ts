import type { EntityManager } from 'typeorm';
import type { Card, CardType } from '@app/database';
import { findExisting, insertCards, type NewCard, unlessTaken } from './insert-cards.js';
import { type KeyStyle, makeKeys } from './key-style.js';

/**
 * Maximum number of draws. Each draw generates as many keys as are still missing. Even if 90 % of all keys are taken,
 * about 100 draws find 500 free keys in 99 % of cases.
 */
const MAX_DRAWS = 400;

/** Thrown when a key style has too few free keys left. */
export class KeysUsedUpError extends Error {
  constructor(readonly mask: string) {
    super(`Nearly all keys of the form ${mask} are taken`);
  }
}

/** The values that new cards do not copy from their card type. */
export interface MakeCards {
  readonly style: KeyStyle;
  /** At most `cardsAtATime`. */
  readonly count: number;
  readonly note: string | null;
  readonly batch: string | null;
  /** Columns to set on cards that are created for an order. */
  readonly issue?: Pick<Card, 'orderId' | 'issuedAt'>;
}

/**
 * Creates unused cards of one type in a single statement, with random keys.
 * @param now epoch milliseconds
 * @returns the keys
 * @throws KeysUsedUpError
 */
export function makeCards(
  manager: EntityManager,
  type: CardType,
  { style, count, note, batch, issue }: MakeCards,
  now: number,
): Promise<string[]> {
  return unlessTaken(async () => {
    const keys = await drawFreeKeys(manager, type.applicationId, style, count);
    const cards: NewCard[] = keys.map((card) => ({ card, note, batch }));
    await insertCards(manager, type, cards, now, issue);
    return keys;
  });
}

/** Returns distinct keys that no card of the application has. */
async function drawFreeKeys(
  manager: EntityManager,
  applicationId: number,
  style: KeyStyle,
  count: number,
): Promise<string[]> {
  const free = new Set<string>();
  for (let draw = 0; free.size < count; draw++) {
    if (draw === MAX_DRAWS) throw new KeysUsedUpError(style.mask);
    const keys = makeKeys(style, count - free.size);
    const taken = await findExisting(manager, applicationId, keys);
    for (const key of keys) if (!taken.has(key)) free.add(key);
  }
  return [...free];
}
