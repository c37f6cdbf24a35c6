import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isSqlite } from '../engine.js';
import { searchKeys } from '../search-keys.js';
import { addColumns, addIndices, columnsFor, dropColumns, dropIndices, index } from './table-builder.js';

/** SQLite allows at most 500 parts in a `UNION`. */
const ROWS_PER_STATEMENT = 500;

/** Columns to find cards by parts of their keys, and indexes to find client addresses and order numbers. */
export class CardSearch1700000018000 implements MigrationInterface {
  readonly name = 'CardSearch1700000018000';

  async up(runner: QueryRunner): Promise<void> {
    const { text } = columnsFor(runner);
    await addColumns(runner, 'cards', [
      { ...text('search_key', 64), default: "''" },
      { ...text('reversed_key', 64), default: "''" },
    ]);
    await fillKeys(runner);
    await addIndices(runner, 'cards', [
      index('ix_cards_search_key', 'application_id', 'search_key'),
      index('ix_cards_reversed_key', 'application_id', 'reversed_key'),
    ]);
    await addIndices(runner, 'sessions', [index('ix_sessions_ip', 'application_id', 'ip')]);
    await addIndices(runner, 'orders', [index('ix_orders_external', 'application_id', 'external_no')]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndices(runner, 'orders', ['ix_orders_external']);
    await dropIndices(runner, 'sessions', ['ix_sessions_ip']);
    await dropIndices(runner, 'cards', ['ix_cards_reversed_key', 'ix_cards_search_key']);
    await dropColumns(runner, 'cards', ['reversed_key', 'search_key']);
  }
}

/** Fills the columns of existing cards in batches, since a million cards would not fit into memory at once. */
async function fillKeys(runner: QueryRunner): Promise<void> {
  for (let last = 0; ;) {
    const cards: { id: number; card: string }[] = await runner.query(
      `SELECT id, card FROM cards WHERE id > ? ORDER BY id LIMIT ${ROWS_PER_STATEMENT}`,
      [last],
    );
    if (cards.length === 0) return;
    const values = cards.flatMap(({ id, card }) => {
      const { searchKey, reversedKey } = searchKeys(card);
      return [id, searchKey, reversedKey];
    });
    const rows = [
      'SELECT ? AS card_id, ? AS search_key, ? AS reversed_key',
      ...Array(cards.length - 1).fill('SELECT ?, ?, ?'),
    ];
    await runner.query(updateFrom(rows.join(' UNION ALL '), isSqlite(runner.dataSource)), values);
    last = cards.at(-1)!.id;
  }
}

function updateFrom(rows: string, sqlite: boolean): string {
  if (!sqlite) {
    return `UPDATE cards JOIN (${rows}) AS made ON made.card_id = cards.id
            SET cards.search_key = made.search_key, cards.reversed_key = made.reversed_key`;
  }
  return `UPDATE cards SET search_key = made.search_key, reversed_key = made.reversed_key
          FROM (${rows}) AS made WHERE made.card_id = cards.id`;
}
