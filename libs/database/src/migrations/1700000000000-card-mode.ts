import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isSqlite } from '../engine.js';
import {
  columnsFor,
  compareByteForByte,
  createTable,
  foreignKey,
  index,
  uniqueIndex,
} from './table-builder.js';

/** Applications, card types, cards, devices and sessions. */
export class CardMode1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (!isSqlite(runner.dataSource)) await compareByteForByte(runner);
    const column = columnsFor(runner);

    await createTable(
      runner,
      'applications',
      [
        column.id(),
        column.text('app_key', 20),
        column.text('app_secret_sealed', 255),
        column.text('name', 100),
        column.flag('enabled'),
        column.text('sign_mode', 16),
        column.flag('response_signature'),
        column.int('clock_leeway_sec'),
        column.text('language', 8),
        column.text('time_zone', 64),
        column.int('heartbeat_timeout_sec'),
        column.intOrNull('hg'),
        column.text('multi_open_policy', 16),
        column.text('unbind_policy', 16),
        column.int('unbind_hours'),
        column.intOrNull('default_unbind_limit'),
        column.longText('config'),
        column.longText('notice'),
        column.int('revision'),
        column.epochMs('created_at'),
        column.epochMs('updated_at'),
      ],
      [uniqueIndex('ux_applications_app_key', 'app_key'), index('ix_applications_name', 'name')],
    );

    const terms = [
      column.text('duration_unit', 16),
      column.int('duration_amount'),
      column.int('max_sessions'),
      column.int('max_devices'),
      column.intOrNull('unbind_limit'),
    ];

    await createTable(
      runner,
      'card_types',
      [
        column.id(),
        column.int('application_id'),
        column.text('name', 100),
        ...terms,
        column.epochMs('created_at'),
        column.epochMs('updated_at'),
      ],
      [uniqueIndex('ux_card_types_name', 'application_id', 'name')],
      [foreignKey('fk_card_types_application', 'application_id', 'applications', 'CASCADE')],
    );

    await createTable(
      runner,
      'cards',
      [
        column.id(),
        column.int('application_id'),
        column.int('card_type_id'),
        column.text('card', 64),
        column.text('status', 16),
        column.flag('frozen'),
        ...terms,
        column.int('unbinds_used'),
        column.epochMsOrNull('activated_at'),
        column.epochMsOrNull('expires_at'),
        column.longTextOrNull('config'),
        column.textOrNull('unbind_password_hash', 255),
        column.int('unbind_failures'),
        column.epochMsOrNull('unbind_failures_since'),
        column.textOrNull('consumed_by_kind', 8),
        column.intOrNull('consumed_by_id'),
        column.epochMsOrNull('consumed_at'),
        column.epochMs('created_at'),
        column.epochMs('updated_at'),
      ],
      [uniqueIndex('ux_cards_card', 'application_id', 'card'), index('ix_cards_card_type', 'card_type_id')],
      [
        foreignKey('fk_cards_application', 'application_id', 'applications', 'CASCADE'),
        foreignKey('fk_cards_card_type', 'card_type_id', 'card_types'),
      ],
    );

    await createTable(
      runner,
      'devices',
      [
        column.id(),
        column.int('application_id'),
        column.text('holder_kind', 8),
        column.int('holder_id'),
        column.text('device_id', 128),
        column.epochMs('bound_at'),
      ],
      [
        uniqueIndex('ux_devices_device', 'holder_kind', 'holder_id', 'device_id'),
        index('ix_devices_application', 'application_id'),
      ],
      [foreignKey('fk_devices_application', 'application_id', 'applications', 'CASCADE')],
    );

    await createTable(
      runner,
      'sessions',
      [
        column.bigId(),
        column.int('application_id'),
        column.text('holder_kind', 8),
        column.int('holder_id'),
        column.text('device_id', 128),
        column.text('token_hash', 43),
        column.text('ip', 45),
        column.epochMs('created_at'),
        column.epochMs('last_seen_at'),
        column.epochMsOrNull('ended_at'),
        column.textOrNull('end_reason', 16),
      ],
      [
        uniqueIndex('ux_sessions_token_hash', 'token_hash'),
        index('ix_sessions_holder', 'holder_kind', 'holder_id', 'ended_at'),
        index('ix_sessions_last_seen', 'application_id', 'ended_at', 'last_seen_at'),
        index('ix_sessions_ended', 'ended_at'),
      ],
      [foreignKey('fk_sessions_application', 'application_id', 'applications', 'CASCADE')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['sessions', 'devices', 'cards', 'card_types', 'applications']) {
      await runner.dropTable(table, true);
    }
  }
}
