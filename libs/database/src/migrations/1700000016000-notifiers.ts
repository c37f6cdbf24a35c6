import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, foreignKey, index, uniqueIndex } from './table-builder.js';

/** Notifiers, which send people messages about events, and these messages. */
export class Notifiers1700000016000 implements MigrationInterface {
  readonly name = 'Notifiers1700000016000';

  async up(runner: QueryRunner): Promise<void> {
    const columns = columnsFor(runner);
    const { id, bigId, bigWholeOrNull, int, key, rowVersion } = columns;
    const { text, textOrNull, flag, flagOrNull, epochMs, epochMsOrNull } = columns;
    await createTable(
      runner,
      'notifiers',
      [
        id(),
        text('name', 100),
        flag('enabled'),
        { ...text('types', 1000), default: "''" },
        flag('all_applications'),
        flag('reveal_cards'),
        epochMs('paused_until'),
        textOrNull('lease_owner', 16),
        epochMs('lease_until'),
        text('kind', 16),
        textOrNull('recipient', 255),
        textOrNull('address', 1000),
        textOrNull('token_sealed', 6000),
        textOrNull('signing_secret_sealed', 1000),
        text('language', 16),
        text('time_zone', 64),
        textOrNull('quiet_from', 5),
        textOrNull('quiet_to', 5),
        text('mode', 16),
        int('digest_hour'),
        int('failures'),
        { ...text('recent_attempts', 400), default: "''" },
        epochMsOrNull('last_at'),
        flagOrNull('last_sent'),
        textOrNull('last_answer', 500),
        rowVersion(),
        epochMs('created_at'),
        epochMs('updated_at'),
      ],
      [uniqueIndex('ux_notifiers_name', 'name')],
    );
    await createTable(
      runner,
      'notifier_applications',
      [key('notifier_id'), key('application_id')],
      [],
      [
        foreignKey('fk_notifier_applications_notifier', 'notifier_id', 'notifiers', 'CASCADE'),
        foreignKey('fk_notifier_applications_application', 'application_id', 'applications', 'CASCADE'),
      ],
    );
    await createTable(
      runner,
      'notifier_messages',
      [
        bigId(),
        int('notifier_id'),
        bigWholeOrNull('event_id'),
        textOrNull('digest_day', 10),
        text('status', 16),
        flag('summarized'),
        int('attempts'),
        epochMsOrNull('next_at'),
        epochMsOrNull('last_at'),
        textOrNull('last_answer', 500),
        epochMs('created_at'),
      ],
      [
        uniqueIndex('ux_notifier_messages_event', 'notifier_id', 'event_id'),
        uniqueIndex('ux_notifier_messages_digest', 'notifier_id', 'digest_day'),
        index('ix_notifier_messages_next', 'notifier_id', 'next_at', 'id'),
        index('ix_notifier_messages_status', 'notifier_id', 'status', 'id'),
        index('ix_notifier_messages_event', 'event_id'),
        index('ix_notifier_messages_at', 'created_at'),
      ],
      [
        foreignKey('fk_notifier_messages_notifier', 'notifier_id', 'notifiers', 'CASCADE'),
        foreignKey('fk_notifier_messages_event', 'event_id', 'events', 'CASCADE'),
      ],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['notifier_messages', 'notifier_applications', 'notifiers'])
      await runner.dropTable(table, true);
  }
}
