import type { MigrationInterface, QueryRunner, TableForeignKey } from 'typeorm';
import { addIndices, columnsFor, createTable, dropIndices, foreignKey, index } from './table-builder.js';

/** Figures by day, the records behind the figures, and indexes to compute figures without reading whole tables. */
export class Figures1700000017000 implements MigrationInterface {
  readonly name = 'Figures1700000017000';

  async up(runner: QueryRunner): Promise<void> {
    const { id, bigId, key, textKey, int, intOrNull, bigWhole } = columnsFor(runner);
    const { text, textOrNull, epochMs, epochMsOrNull } = columnsFor(runner);
    await createTable(
      runner,
      'day_figures',
      [
        key('application_id'),
        textKey('day', 10),
        epochMs('starts_at'),
        epochMs('ends_at'),
        int('activations'),
        int('refusals'),
        int('trials'),
        int('trial_conversions'),
        int('expired'),
        int('renewed'),
        intOrNull('active_cards'),
        intOrNull('active_users'),
        intOrNull('month_active_cards'),
        intOrNull('month_active_users'),
      ],
      [],
      [ofApplication('day_figures')],
    );
    await createTable(
      runner,
      'day_income',
      [
        key('application_id'),
        textKey('day', 10),
        key('channel_id'),
        key('card_type_id'),
        textKey('currency', 3),
        int('orders'),
        int('cards'),
        bigWhole('income'),
        int('refunds'),
        bigWhole('refunded'),
      ],
      [],
      [ofApplication('day_income')],
    );
    await createTable(
      runner,
      'active_holders',
      [key('application_id'), key('month'), textKey('holder_kind', 8), key('holder_id'), int('days')],
      [],
      [ofApplication('active_holders')],
    );
    await createTable(
      runner,
      'recharges',
      [
        bigId(),
        int('application_id'),
        text('holder_kind', 8),
        int('holder_id'),
        epochMs('expired_at'),
        epochMs('at'),
      ],
      [index('ix_recharges_expired', 'application_id', 'expired_at', 'at'), index('ix_recharges_at', 'at')],
      [ofApplication('recharges')],
    );
    await createTable(
      runner,
      'anomalies',
      [
        id(),
        int('application_id'),
        text('day', 10),
        text('kind', 16),
        textOrNull('holder_kind', 8),
        intOrNull('holder_id'),
        textOrNull('device_id', 128),
        epochMsOrNull('hour_at'),
        int('count'),
      ],
      [index('ix_anomalies_application', 'application_id', 'day'), index('ix_anomalies_day', 'day')],
      [ofApplication('anomalies')],
    );
    await addIndices(runner, 'orders', [index('ix_orders_refunded', 'application_id', 'refunded_at')]);
    await addIndices(runner, 'trials', [
      index('ix_trials_created', 'application_id', 'created_at'),
      index('ix_trials_converted', 'application_id', 'converted_at'),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM server_state WHERE name LIKE 'figures_%'");
    await dropIndices(runner, 'trials', ['ix_trials_converted', 'ix_trials_created']);
    await dropIndices(runner, 'orders', ['ix_orders_refunded']);
    for (const table of ['anomalies', 'recharges', 'active_holders', 'day_income', 'day_figures'])
      await runner.dropTable(table, true);
  }
}

function ofApplication(table: string): TableForeignKey {
  return foreignKey(`fk_${table}_application`, 'application_id', 'applications', 'CASCADE');
}
