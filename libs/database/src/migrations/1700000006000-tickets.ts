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

const HOLDERS = ['card_types', 'cards', 'users'];

/** Offline tickets: their validity, and the ticket of each device. */
export class Tickets1700000006000 implements MigrationInterface {
  readonly name = 'Tickets1700000006000';

  async up(runner: QueryRunner): Promise<void> {
    const { bigId, epochMs, int, text } = columnsFor(runner);
    for (const table of HOLDERS) await addColumns(runner, table, [{ ...int('offline_hours'), default: '0' }]);
    await createTable(
      runner,
      'tickets',
      [
        bigId(),
        int('application_id'),
        text('holder_kind', 8),
        int('holder_id'),
        text('device_id', 128),
        text('jti', 22),
        epochMs('issued_at'),
        epochMs('expires_at'),
      ],
      [
        uniqueIndex('ux_tickets_device', 'holder_kind', 'holder_id', 'device_id'),
        index('ix_tickets_application', 'application_id'),
        index('ix_tickets_expires', 'expires_at'),
      ],
      [foreignKey('fk_tickets_application', 'application_id', 'applications', 'CASCADE')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('tickets', true);
    for (const table of HOLDERS) await dropColumns(runner, table, ['offline_hours']);
  }
}
