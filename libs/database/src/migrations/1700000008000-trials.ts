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

/** Trials of devices, the trial settings of applications, and the variables that trials may read. */
export class Trials1700000008000 implements MigrationInterface {
  readonly name = 'Trials1700000008000';

  async up(runner: QueryRunner): Promise<void> {
    const { id, int, text, flag, epochMs, epochMsOrNull } = columnsFor(runner);
    await createTable(
      runner,
      'trials',
      [
        id(),
        int('application_id'),
        text('device_id', 128),
        text('ip', 45),
        epochMs('started_at'),
        epochMs('expires_at'),
        int('count'),
        epochMsOrNull('converted_at'),
        epochMs('created_at'),
        epochMs('updated_at'),
      ],
      [
        uniqueIndex('ux_trials_device', 'application_id', 'device_id'),
        index('ix_trials_expires', 'expires_at', 'id', 'application_id'),
        index('ix_trials_ip', 'ip', 'application_id'),
      ],
      [foreignKey('fk_trials_application', 'application_id', 'applications', 'CASCADE')],
    );
    await addColumns(runner, 'applications', [
      { ...text('trial', 8), default: "'off'" },
      { ...int('trial_minutes'), default: '60' },
      { ...int('trial_interval_hours'), default: '24' },
      { ...int('trials_per_address'), default: '20' },
    ]);
    await addColumns(runner, 'variables', [{ ...flag('trials'), default: '0' }]);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Earlier versions of Latchkey do not know the sessions and counts of trials.
    await runner.query("DELETE FROM sessions WHERE holder_kind = 'trial'");
    await runner.query("DELETE FROM activity_counts WHERE event IN ('trial', 'trial_conversion')");
    await dropColumns(runner, 'variables', ['trials']);
    await dropColumns(runner, 'applications', [
      'trial',
      'trial_minutes',
      'trial_interval_hours',
      'trials_per_address',
    ]);
    await runner.dropTable('trials', true);
  }
}
