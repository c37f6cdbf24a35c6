import type { MigrationInterface, QueryRunner, TableForeignKey } from 'typeorm';
import { columnsFor, createTable, foreignKey, index, uniqueIndex } from './table-builder.js';

/** Remote variables, data and functions, software versions, users, and server state. */
export class RemoteSoftwareUser1700000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    const ofApplication = [column.id(), column.int('application_id')];
    const times = [column.epochMs('created_at'), column.epochMs('updated_at')];

    await createTable(
      runner,
      'variables',
      [
        ...ofApplication,
        column.text('key', 64),
        column.longText('value'),
        column.textOrNull('check_rule', 255),
        column.flag('card_auth'),
        ...times,
      ],
      [uniqueIndex('ux_variables_key', 'application_id', 'key')],
      [toApplication('variables')],
    );

    await createTable(
      runner,
      'remote_data',
      [
        ...ofApplication,
        column.text('scope', 8),
        column.int('owner_id'),
        column.text('key', 64),
        column.longText('value'),
        ...times,
      ],
      [uniqueIndex('ux_remote_data_key', 'application_id', 'scope', 'owner_id', 'key')],
      [toApplication('remote_data')],
    );

    await createTable(
      runner,
      'functions',
      [
        ...ofApplication,
        column.text('name', 64),
        column.longText('source'),
        column.int('version'),
        column.flag('enabled'),
        column.intOrNull('timeout_ms'),
        column.intOrNull('memory_mb'),
        ...times,
      ],
      [uniqueIndex('ux_functions_name', 'application_id', 'name')],
      [toApplication('functions')],
    );

    await createTable(
      runner,
      'software_versions',
      [
        ...ofApplication,
        column.text('channel', 32),
        column.text('version', 64),
        column.text('url', 2048),
        column.longText('notice'),
        column.flag('released'),
        ...times,
      ],
      [uniqueIndex('ux_software_versions_version', 'application_id', 'channel', 'version')],
      [toApplication('software_versions')],
    );

    await createTable(
      runner,
      'users',
      [
        ...ofApplication,
        column.int('card_type_id'),
        column.text('username', 20),
        column.text('password_hash', 255),
        column.text('status', 16),
        column.flag('frozen'),
        column.text('duration_unit', 16),
        column.int('duration_amount'),
        column.int('max_sessions'),
        column.int('max_devices'),
        column.intOrNull('unbind_limit'),
        column.int('unbinds_used'),
        column.epochMsOrNull('activated_at'),
        column.epochMsOrNull('expires_at'),
        column.longTextOrNull('config'),
        ...times,
      ],
      [
        uniqueIndex('ux_users_username', 'application_id', 'username'),
        index('ix_users_card_type', 'card_type_id'),
      ],
      [toApplication('users'), foreignKey('fk_users_card_type', 'card_type_id', 'card_types')],
    );

    await createTable(
      runner,
      'server_state',
      [{ ...column.text('name', 64), isPrimary: true }, column.text('value', 255)],
      [],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = ['server_state', 'users', 'software_versions', 'functions', 'remote_data', 'variables'];
    for (const table of tables) await runner.dropTable(table, true);
  }
}

function toApplication(table: string): TableForeignKey {
  return foreignKey(`fk_${table}_application`, 'application_id', 'applications', 'CASCADE');
}
