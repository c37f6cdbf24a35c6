import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, dropColumns } from './table-builder.js';

/** Card types with an unbind policy of their own. */
export class CardTypeUnbinding1700000023000 implements MigrationInterface {
  readonly name = 'CardTypeUnbinding1700000023000';

  async up(runner: QueryRunner): Promise<void> {
    const { int, textOrNull } = columnsFor(runner);
    await addColumns(runner, 'card_types', [
      textOrNull('unbind_policy', 16),
      { ...int('unbind_hours'), default: '0' },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'card_types', ['unbind_policy', 'unbind_hours']);
  }
}
