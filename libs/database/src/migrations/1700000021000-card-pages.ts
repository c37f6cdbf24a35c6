import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, dropColumns, index, redefineIndex } from './table-builder.js';

const STATE = ['application_id', 'status', 'frozen', 'expires_at'];

/**
 * The template of the text that is copied for a card, and indexes to count available cards and to page through
 * consumptions.
 */
export class CardPages1700000021000 implements MigrationInterface {
  readonly name = 'CardPages1700000021000';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'applications', [columnsFor(runner).textOrNull('card_template', 500)]);
    await redefineIndex(
      runner,
      'cards',
      index('ix_cards_status', ...STATE, 'issued_at', 'id', 'card_type_id'),
    );
    await redefineIndex(
      runner,
      'consumptions',
      index('ix_consumptions_holder', 'holder_kind', 'holder_id', 'at'),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await redefineIndex(runner, 'consumptions', index('ix_consumptions_holder', 'holder_kind', 'holder_id'));
    await redefineIndex(
      runner,
      'cards',
      index('ix_cards_status', ...STATE, 'id', 'card_type_id', 'issued_at'),
    );
    await dropColumns(runner, 'applications', ['card_template']);
  }
}
