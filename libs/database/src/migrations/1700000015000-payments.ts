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

/** Payments that payment services report, and emails with the cards of orders. */
export class Payments1700000015000 implements MigrationInterface {
  readonly name = 'Payments1700000015000';

  async up(runner: QueryRunner): Promise<void> {
    const columns = columnsFor(runner);
    const { id, int, bigWholeOrNull, text, textOrNull, flag, epochMs, epochMsOrNull } = columns;
    await addColumns(runner, 'channels', [
      { ...text('refund_mode', 8), default: "'unused'" },
      { ...flag('mail_cards'), default: '0' },
      textOrNull('mail_text', 2000),
    ]);
    await createTable(
      runner,
      'payments',
      [
        id(),
        int('application_id'),
        int('channel_id'),
        text('external_no', 64),
        { ...text('products', 400), default: "''" },
        int('quantity'),
        bigWholeOrNull('amount'),
        textOrNull('currency', 3),
        textOrNull('contact', 200),
        text('status', 16),
        textOrNull('fault', 32),
        epochMs('created_at'),
        epochMs('updated_at'),
      ],
      [
        uniqueIndex('ux_payments_number', 'channel_id', 'external_no'),
        index('ix_payments_channel', 'channel_id', 'status', 'id'),
        index('ix_payments_application', 'application_id', 'status', 'id'),
      ],
      [
        foreignKey('fk_payments_application', 'application_id', 'applications', 'CASCADE'),
        foreignKey('fk_payments_channel', 'channel_id', 'channels', 'CASCADE'),
      ],
    );
    await createTable(
      runner,
      'order_mails',
      [
        id(),
        int('order_id'),
        text('address', 200),
        text('status', 8),
        int('attempts'),
        epochMsOrNull('next_at'),
        epochMsOrNull('last_at'),
        textOrNull('last_fault', 300),
        epochMs('created_at'),
      ],
      [uniqueIndex('ux_order_mails_order', 'order_id'), index('ix_order_mails_next', 'next_at', 'id')],
      [foreignKey('fk_order_mails_order', 'order_id', 'orders', 'CASCADE')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('order_mails', true);
    await runner.dropTable('payments', true);
    await dropColumns(runner, 'channels', ['mail_text', 'mail_cards', 'refund_mode']);
  }
}
