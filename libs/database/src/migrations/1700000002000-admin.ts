import type { MigrationInterface, QueryRunner } from 'typeorm';
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

const EDITED = [
  'applications',
  'card_types',
  'cards',
  'users',
  'variables',
  'remote_data',
  'functions',
  'software_versions',
];

const CARDS_LISTED_BY = ['application_id', 'status', 'frozen', 'card_type_id'];
const CARD_INDICES = [
  index('ix_cards_application', 'application_id'),
  index('ix_cards_status', 'application_id', 'status', 'frozen', 'expires_at', 'id', 'card_type_id'),
  index('ix_cards_batch', 'application_id', 'batch'),
  index('ix_cards_note', 'application_id', 'note'),
  index('ix_cards_list', 'id', ...CARDS_LISTED_BY, 'expires_at'),
  index('ix_cards_card', 'card', 'id', ...CARDS_LISTED_BY, 'expires_at'),
  index('ix_cards_expires', 'expires_at', 'id', ...CARDS_LISTED_BY),
  index('ix_cards_activated', 'activated_at', 'id', ...CARDS_LISTED_BY, 'expires_at'),
  index('ix_cards_consumed_by', 'consumed_by_kind', 'consumed_by_id'),
];
/** Indices of earlier migrations to which this migration adds columns. */
const WIDENED = [
  {
    table: 'cards',
    before: index('ix_cards_card_type', 'card_type_id'),
    after: index('ix_cards_card_type', 'card_type_id', 'id', 'application_id'),
  },
  {
    table: 'sessions',
    before: index('ix_sessions_last_seen', 'application_id', 'ended_at', 'last_seen_at'),
    after: index('ix_sessions_last_seen', 'application_id', 'ended_at', 'last_seen_at', 'id', 'holder_kind'),
  },
];
const USER_INDICES = [
  index('ix_users_application', 'application_id'),
  index('ix_users_status', 'application_id', 'status', 'frozen', 'expires_at', 'id', 'card_type_id'),
  index('ix_users_expires', 'expires_at', 'id', 'application_id', 'status', 'frozen', 'card_type_id'),
];
const SESSION_INDICES = [index('ix_sessions_device', 'application_id', 'device_id', 'ip')];
const DEVICE_INDICES = [index('ix_devices_device_id', 'application_id', 'device_id')];

/** Administrators and their tools: audit log, jobs, blocks, function history, activity. */
export class Admin1700000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.extendTables(runner);
    await this.createAccess(runner);
    await this.createWork(runner);
    await this.createActivity(runner);
    // A function's current source becomes the first version in its history.
    await runner.query(
      `INSERT INTO function_versions (function_id, version, source, created_by, created_at)
       SELECT id, version, source, '', updated_at FROM functions
       WHERE id NOT IN (SELECT function_id FROM function_versions)`,
    );
  }

  private async extendTables(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    for (const table of EDITED) await addColumns(runner, table, [column.rowVersion()]);
    await addColumns(runner, 'applications', [
      column.textOrNull('previous_secret_sealed', 255),
      column.epochMsOrNull('previous_secret_until'),
    ]);
    await addColumns(runner, 'card_types', [
      column.textOrNull('key_mask', 64),
      column.textOrNull('price_note', 200),
    ]);
    await addColumns(runner, 'cards', [column.textOrNull('note', 500), column.textOrNull('batch', 100)]);
    await addColumns(runner, 'users', [column.textOrNull('note', 500)]);
    for (const { table, after } of WIDENED) await redefineIndex(runner, table, after);
    await addIndices(runner, 'cards', CARD_INDICES);
    await addIndices(runner, 'users', USER_INDICES);
    await addIndices(runner, 'sessions', SESSION_INDICES);
    await addIndices(runner, 'devices', DEVICE_INDICES);
  }

  private async createAccess(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    const times = [column.epochMs('created_at'), column.epochMs('updated_at')];
    await createTable(
      runner,
      'admins',
      [
        column.id(),
        column.text('email', 254),
        column.text('name', 100),
        column.text('password_hash', 255),
        column.text('role', 16),
        column.flag('enabled'),
        column.textOrNull('totp_secret_sealed', 255),
        column.epochMsOrNull('totp_enabled_at'),
        column.intOrNull('totp_last_step'),
        column.epochMsOrNull('last_sign_in_at'),
        column.rowVersion(),
        ...times,
      ],
      [uniqueIndex('ux_admins_email', 'email')],
    );
    await createTable(
      runner,
      'admin_applications',
      [column.key('admin_id'), column.key('application_id')],
      [],
      [
        foreignKey('fk_admin_applications_admin', 'admin_id', 'admins', 'CASCADE'),
        foreignKey('fk_admin_applications_application', 'application_id', 'applications', 'CASCADE'),
      ],
    );
    await createTable(
      runner,
      'recovery_codes',
      [column.id(), column.int('admin_id'), column.text('code_hash', 43)],
      [uniqueIndex('ux_recovery_codes_code', 'admin_id', 'code_hash')],
      [foreignKey('fk_recovery_codes_admin', 'admin_id', 'admins', 'CASCADE')],
    );
    await createTable(
      runner,
      'admin_sessions',
      [
        column.id(),
        column.int('admin_id'),
        column.text('token_hash', 43),
        column.text('ip', 45),
        column.text('user_agent', 255),
        column.epochMs('created_at'),
        column.epochMs('last_seen_at'),
      ],
      [
        uniqueIndex('ux_admin_sessions_token_hash', 'token_hash'),
        index('ix_admin_sessions_admin', 'admin_id'),
      ],
      [foreignKey('fk_admin_sessions_admin', 'admin_id', 'admins', 'CASCADE')],
    );
    await createTable(
      runner,
      'api_tokens',
      [
        column.id(),
        column.int('admin_id'),
        column.text('name', 100),
        column.text('role', 16),
        column.flag('all_applications'),
        column.text('token_hash', 43),
        column.text('hint', 12),
        column.epochMsOrNull('expires_at'),
        column.epochMsOrNull('last_used_at'),
        column.rowVersion(),
        ...times,
      ],
      [uniqueIndex('ux_api_tokens_token_hash', 'token_hash'), index('ix_api_tokens_admin', 'admin_id')],
      [foreignKey('fk_api_tokens_admin', 'admin_id', 'admins', 'CASCADE')],
    );
    await createTable(
      runner,
      'api_token_applications',
      [column.key('token_id'), column.key('application_id')],
      [],
      [
        foreignKey('fk_api_token_applications_token', 'token_id', 'api_tokens', 'CASCADE'),
        foreignKey('fk_api_token_applications_application', 'application_id', 'applications', 'CASCADE'),
      ],
    );
    await createTable(
      runner,
      'audit_log',
      [
        column.bigId(),
        column.epochMs('at'),
        column.text('actor_kind', 8),
        column.intOrNull('actor_id'),
        column.text('actor_name', 255),
        column.intOrNull('application_id'),
        column.text('resource', 32),
        column.textOrNull('record_id', 64),
        column.textOrNull('record_name', 255),
        column.text('action', 32),
        column.longTextOrNull('before'),
        column.longTextOrNull('after'),
        column.text('ip', 45),
        column.text('request_id', 64),
      ],
      [
        index('ix_audit_log_at', 'at', 'application_id'),
        index('ix_audit_log_application', 'application_id', 'resource', 'action'),
        index('ix_audit_log_record', 'resource', 'record_id'),
        index('ix_audit_log_actor', 'actor_name', 'application_id'),
      ],
    );
  }

  private async createWork(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    await createTable(
      runner,
      'card_jobs',
      [
        column.id(),
        column.int('application_id'),
        column.text('kind', 16),
        column.text('status', 16),
        column.int('total'),
        column.int('progress'),
        column.longText('input'),
        column.longTextOrNull('result'),
        column.longTextOrNull('report'),
        column.textOrNull('error', 1000),
        column.textOrNull('request_key', 64),
        column.text('created_by', 255),
        column.rowVersion(),
        column.epochMs('created_at'),
        column.epochMsOrNull('started_at'),
        column.epochMsOrNull('finished_at'),
      ],
      [
        index('ix_card_jobs_application', 'application_id'),
        index('ix_card_jobs_status', 'status'),
        uniqueIndex('ux_card_jobs_request_key', 'application_id', 'request_key'),
      ],
      [foreignKey('fk_card_jobs_application', 'application_id', 'applications', 'CASCADE')],
    );
    await createTable(
      runner,
      'function_versions',
      [
        column.id(),
        column.int('function_id'),
        column.int('version'),
        column.longText('source'),
        column.text('created_by', 255),
        column.epochMs('created_at'),
      ],
      [uniqueIndex('ux_function_versions_version', 'function_id', 'version')],
      [foreignKey('fk_function_versions_function', 'function_id', 'functions', 'CASCADE')],
    );
    await createTable(
      runner,
      'function_calls',
      [
        column.bigId(),
        column.int('function_id'),
        column.int('application_id'),
        column.int('version'),
        column.epochMs('at'),
        column.flag('ok'),
        column.int('duration_ms'),
        column.epochMs('heap_bytes'),
        column.textOrNull('error', 1000),
        column.longText('console'),
      ],
      [index('ix_function_calls_function', 'function_id', 'ok')],
      [foreignKey('fk_function_calls_function', 'function_id', 'functions', 'CASCADE')],
    );
    await createTable(
      runner,
      'blocks',
      [
        column.id(),
        column.intOrNull('application_id'),
        column.text('kind', 8),
        column.text('pattern', 128),
        column.text('reason', 255),
        column.epochMsOrNull('expires_at'),
        column.rowVersion(),
        column.epochMs('created_at'),
        column.epochMs('updated_at'),
      ],
      [index('ix_blocks_application', 'application_id')],
      [foreignKey('fk_blocks_application', 'application_id', 'applications', 'CASCADE')],
    );
  }

  private async createActivity(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner);
    await createTable(
      runner,
      'activity_counts',
      [
        column.key('application_id'),
        column.key('hour'),
        column.textKey('event', 16),
        column.key('code'),
        column.int('count'),
      ],
      [],
      [foreignKey('fk_activity_counts_application', 'application_id', 'applications', 'CASCADE')],
    );
    await createTable(
      runner,
      'session_samples',
      [column.key('application_id'), column.key('minute'), column.int('live')],
      [],
      [foreignKey('fk_session_samples_application', 'application_id', 'applications', 'CASCADE')],
    );
    await createTable(
      runner,
      'refusals',
      [
        column.bigId(),
        column.int('application_id'),
        column.epochMs('at'),
        column.text('endpoint', 64),
        column.int('code'),
        column.textOrNull('name', 64),
        column.textOrNull('device_id', 128),
        column.text('ip', 45),
      ],
      [index('ix_refusals_name', 'application_id', 'name'), index('ix_refusals_at', 'at')],
      [foreignKey('fk_refusals_application', 'application_id', 'applications', 'CASCADE')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = [
      'refusals',
      'session_samples',
      'activity_counts',
      'blocks',
      'function_calls',
      'function_versions',
      'card_jobs',
      'audit_log',
      'api_token_applications',
      'api_tokens',
      'admin_sessions',
      'recovery_codes',
      'admin_applications',
      'admins',
    ];
    for (const table of tables) await runner.dropTable(table, true);
    await dropIndices(runner, 'devices', names(DEVICE_INDICES));
    await dropIndices(runner, 'sessions', names(SESSION_INDICES));
    await dropIndices(runner, 'users', names(USER_INDICES));
    await dropIndices(runner, 'cards', names(CARD_INDICES));
    for (const { table, before } of WIDENED) await redefineIndex(runner, table, before);
    await dropColumns(runner, 'users', ['note']);
    await dropColumns(runner, 'cards', ['batch', 'note']);
    await dropColumns(runner, 'card_types', ['price_note', 'key_mask']);
    await dropColumns(runner, 'applications', ['previous_secret_until', 'previous_secret_sealed']);
    for (const table of EDITED) await dropColumns(runner, table, ['row_version']);
  }
}

function names(indices: { name?: string }[]): string[] {
  return indices.map(({ name }) => name!);
}
