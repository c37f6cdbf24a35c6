import type { MigrationInterface, QueryRunner, TableIndex } from 'typeorm';
import {
  addColumns,
  addIndices,
  columnsFor,
  createTable,
  dropColumns,
  dropIndices,
  foreignKey,
  index,
  redefineIndex,
  uniqueIndex,
} from './table-builder.js';

/** The columns by which lists of cards were filtered before this migration. */
const LISTED_BY = ['application_id', 'status', 'frozen', 'card_type_id'];

/** Returns the indexes for lists of cards, with the columns `more` at the end of each index. */
function listIndices(...more: string[]): TableIndex[] {
  return [
    index(
      'ix_cards_status',
      'application_id',
      'status',
      'frozen',
      'expires_at',
      'id',
      'card_type_id',
      ...more,
    ),
    index('ix_cards_list', 'id', ...LISTED_BY, 'expires_at', ...more),
    index('ix_cards_card', 'card', 'id', ...LISTED_BY, 'expires_at', ...more),
    index('ix_cards_expires', 'expires_at', 'id', ...LISTED_BY, ...more),
    index('ix_cards_activated', 'activated_at', 'id', ...LISTED_BY, 'expires_at', ...more),
  ];
}

/** Shop channels with their products and orders. */
export class Orders1700000011000 implements MigrationInterface {
  readonly name = 'Orders1700000011000';

  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    await createTable(
      runner,
      'channels',
      [
        column.id(),
        column.int('application_id'),
        column.text('name', 100),
        column.text('kind', 8),
        column.flag('enabled'),
        column.text('key_hash', 43),
        column.text('key_hint', 12),
        column.int('max_per_order'),
        column.intOrNull('max_per_day'),
        { ...column.text('addresses', 2600), default: "''" },
        column.intOrNull('low_stock'),
        column.epochMsOrNull('last_used_at'),
        column.rowVersion(),
        column.epochMs('created_at'),
        column.epochMs('updated_at'),
      ],
      [
        uniqueIndex('ux_channels_name', 'application_id', 'name'),
        uniqueIndex('ux_channels_key_hash', 'key_hash'),
      ],
      [foreignKey('fk_channels_application', 'application_id', 'applications', 'CASCADE')],
    );
    await createTable(
      runner,
      'channel_products',
      [
        column.id(),
        column.int('channel_id'),
        column.int('card_type_id'),
        column.text('name', 100),
        column.bigWhole('price'),
        column.text('currency', 3),
        column.text('mode', 8),
        column.textOrNull('batch', 100),
        column.epochMsOrNull('low_since'),
      ],
      [
        uniqueIndex('ux_channel_products_card_type', 'channel_id', 'card_type_id'),
        uniqueIndex('ux_channel_products_name', 'channel_id', 'name'),
        index('ix_channel_products_card_type', 'card_type_id'),
      ],
      [
        foreignKey('fk_channel_products_channel', 'channel_id', 'channels', 'CASCADE'),
        foreignKey('fk_channel_products_card_type', 'card_type_id', 'card_types', 'CASCADE'),
      ],
    );
    await createTable(
      runner,
      'orders',
      [
        column.id(),
        column.int('application_id'),
        column.intOrNull('channel_id'),
        column.textOrNull('external_no', 64),
        column.textOrNull('request_key', 64),
        column.intOrNull('card_type_id'),
        column.text('product', 100),
        column.int('quantity'),
        column.bigWholeOrNull('amount'),
        column.textOrNull('currency', 3),
        column.textOrNull('contact', 200),
        column.textOrNull('note', 500),
        column.text('status', 8),
        column.text('body_hash', 43),
        column.textOrNull('created_by', 255),
        column.epochMsOrNull('refunded_at'),
        column.rowVersion(),
        column.epochMs('created_at'),
        column.epochMs('updated_at'),
      ],
      [
        uniqueIndex('ux_orders_external_no', 'channel_id', 'external_no'),
        uniqueIndex('ux_orders_request_key', 'application_id', 'request_key'),
        index('ix_orders_channel', 'channel_id', 'created_at', 'quantity'),
        index('ix_orders_application', 'application_id', 'created_at'),
        index('ix_orders_card_type', 'card_type_id'),
        index('ix_orders_number', 'external_no', 'application_id'),
        index('ix_orders_contact', 'contact', 'application_id'),
        index('ix_orders_list', 'id', 'application_id', 'channel_id', 'status', 'card_type_id', 'created_at'),
      ],
      [
        foreignKey('fk_orders_application', 'application_id', 'applications', 'CASCADE'),
        foreignKey('fk_orders_channel', 'channel_id', 'channels', 'CASCADE'),
        foreignKey('fk_orders_card_type', 'card_type_id', 'card_types', 'SET NULL'),
      ],
    );
    await addColumns(runner, 'cards', [column.intOrNull('order_id'), column.epochMsOrNull('issued_at')]);
    await addIndices(runner, 'cards', [
      index('ix_cards_order', 'order_id'),
      index('ix_cards_stock', 'card_type_id', 'batch', 'status', 'frozen', 'issued_at'),
    ]);
    for (const each of listIndices('issued_at')) await redefineIndex(runner, 'cards', each);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const each of listIndices()) await redefineIndex(runner, 'cards', each);
    await dropIndices(runner, 'cards', ['ix_cards_stock', 'ix_cards_order']);
    await dropColumns(runner, 'cards', ['order_id', 'issued_at']);
    await runner.dropTable('orders', true);
    await runner.dropTable('channel_products', true);
    await runner.dropTable('channels', true);
  }
}
