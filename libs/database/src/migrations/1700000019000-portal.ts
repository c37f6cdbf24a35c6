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
  uniqueIndex,
} from './table-builder.js';

/** Settings and sessions of the customer's page, and the time of each holder's latest unbind by the customer. */
export class Portal1700000019000 implements MigrationInterface {
  readonly name = 'Portal1700000019000';

  async up(runner: QueryRunner): Promise<void> {
    const { bigId, int, text, textOrNull, flag, epochMs, epochMsOrNull } = columnsFor(runner);
    await addColumns(runner, 'applications', [
      { ...int('unbind_cooldown_hours'), default: '0' },
      { ...flag('portal_enabled'), default: '0' },
      textOrNull('portal_slug', 22),
      { ...text('portal_title', 100), default: "''" },
      { ...text('portal_logo_url', 500), default: "''" },
      { ...text('portal_contact', 500), default: "''" },
      { ...text('portal_languages', 32), default: "'en,zh-CN'" },
      { ...flag('portal_short_keys_confirmed'), default: '0' },
    ]);
    await addIndices(runner, 'applications', [uniqueIndex('ux_applications_portal_slug', 'portal_slug')]);
    await addColumns(runner, 'cards', [epochMsOrNull('unbound_at')]);
    await addColumns(runner, 'users', [epochMsOrNull('unbound_at')]);
    await createTable(
      runner,
      'portal_sessions',
      [
        bigId(),
        int('application_id'),
        text('holder_kind', 8),
        int('holder_id'),
        text('token_hash', 43),
        text('credential_hash', 43),
        epochMs('created_at'),
        epochMs('expires_at'),
      ],
      [
        uniqueIndex('ux_portal_sessions_token_hash', 'token_hash'),
        index('ix_portal_sessions_holder', 'holder_kind', 'holder_id'),
        index('ix_portal_sessions_application', 'application_id'),
        index('ix_portal_sessions_expires', 'expires_at'),
      ],
      [foreignKey('fk_portal_sessions_application', 'application_id', 'applications', 'CASCADE')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('portal_sessions', true);
    await dropColumns(runner, 'users', ['unbound_at']);
    await dropColumns(runner, 'cards', ['unbound_at']);
    await dropIndices(runner, 'applications', ['ux_applications_portal_slug']);
    await dropColumns(runner, 'applications', [
      'unbind_cooldown_hours',
      'portal_enabled',
      'portal_slug',
      'portal_title',
      'portal_logo_url',
      'portal_contact',
      'portal_languages',
      'portal_short_keys_confirmed',
    ]);
  }
}
