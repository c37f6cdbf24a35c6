import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumns,
  columnsFor,
  createTable,
  dropColumns,
  foreignKey,
  index,
  uniqueIndex,
} from './table-builder.js';

/** Counted cards and users, functions that cost uses, and features of cards. */
export class UsesAndFeatures1700000007000 implements MigrationInterface {
  readonly name = 'UsesAndFeatures1700000007000';

  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    const terms = [
      column.intOrNull('uses'),
      { ...column.text('uses_period', 8), default: "'none'" },
      column.longTextOrNull('features'),
    ];
    const counted = [{ ...column.int('uses_used'), default: '0' }, column.epochMsOrNull('uses_counted_at')];
    await addColumns(runner, 'card_types', terms);
    await addColumns(runner, 'cards', [...terms, ...counted]);
    await addColumns(runner, 'users', [...terms, ...counted]);

    const feature = column.textOrNull('require_feature', 64);
    await addColumns(runner, 'variables', [feature]);
    await addColumns(runner, 'functions', [{ ...column.int('cost'), default: '0' }, feature]);

    await createTable(
      runner,
      'consumptions',
      [
        column.bigId(),
        column.int('application_id'),
        column.text('holder_kind', 8),
        column.int('holder_id'),
        column.textOrNull('request_id', 64),
        column.textOrNull('function_name', 64),
        column.textOrNull('params_hash', 43),
        column.int('amount'),
        column.int('uses_left'),
        column.int('uses_total'),
        column.epochMsOrNull('resets_at'),
        column.longTextOrNull('value'),
        column.epochMs('at'),
      ],
      [
        uniqueIndex('ux_consumptions_request', 'holder_kind', 'holder_id', 'request_id'),
        index('ix_consumptions_holder', 'holder_kind', 'holder_id'),
        index('ix_consumptions_application', 'application_id'),
        index('ix_consumptions_at', 'at'),
      ],
      [foreignKey('fk_consumptions_application', 'application_id', 'applications', 'CASCADE')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    const terms = ['uses', 'uses_period', 'features'];
    await runner.dropTable('consumptions', true);
    await dropColumns(runner, 'functions', ['cost', 'require_feature']);
    await dropColumns(runner, 'variables', ['require_feature']);
    await dropColumns(runner, 'users', [...terms, 'uses_used', 'uses_counted_at']);
    await dropColumns(runner, 'cards', [...terms, 'uses_used', 'uses_counted_at']);
    await dropColumns(runner, 'card_types', terms);
  }
}
