import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, foreignKey, index } from './table-builder.js';

/** Addresses given by shops, one per order. The server calls them when an order is ready or refunded. */
export class OrderCallbacks1700000014000 implements MigrationInterface {
  readonly name = 'OrderCallbacks1700000014000';

  async up(runner: QueryRunner): Promise<void> {
    const { key, int, intOrNull, text, textOrNull, epochMsOrNull } = columnsFor(runner);
    await createTable(
      runner,
      'order_callbacks',
      [
        key('order_id'),
        int('channel_id'),
        text('url', 1000),
        int('attempts'),
        epochMsOrNull('next_at'),
        epochMsOrNull('last_at'),
        intOrNull('last_status'),
        textOrNull('last_fault', 32),
      ],
      [
        index('ix_order_callbacks_next', 'next_at', 'channel_id'),
        index('ix_order_callbacks_channel', 'channel_id', 'next_at'),
      ],
      [
        foreignKey('fk_order_callbacks_order', 'order_id', 'orders', 'CASCADE'),
        foreignKey('fk_order_callbacks_channel', 'channel_id', 'channels', 'CASCADE'),
      ],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('order_callbacks', true);
  }
}
