import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, foreignKey, index, uniqueIndex } from './table-builder.js';

/** Events for other systems, and the webhooks that deliver them. */
export class Events1700000012000 implements MigrationInterface {
  readonly name = 'Events1700000012000';

  async up(runner: QueryRunner): Promise<void> {
    const columns = columnsFor(runner);
    const { id, bigId, bigWhole, int, intOrNull, key, rowVersion } = columns;
    const { text, textOrNull, longText, flag, epochMs, epochMsOrNull } = columns;
    await createTable(
      runner,
      'events',
      [
        bigId(),
        text('event_id', 30),
        text('type', 32),
        intOrNull('application_id'),
        longText('data'),
        flag('pending'),
        epochMs('at'),
      ],
      [
        uniqueIndex('ux_events_event_id', 'event_id'),
        index('ix_events_pending', 'pending', 'id'),
        index('ix_events_application', 'application_id'),
        index('ix_events_at', 'at'),
      ],
      [foreignKey('fk_events_application', 'application_id', 'applications', 'CASCADE')],
    );
    await createTable(
      runner,
      'webhooks',
      [
        id(),
        text('name', 100),
        text('url', 1000),
        flag('enabled'),
        textOrNull('disabled_reason', 16),
        { ...text('types', 1000), default: "''" },
        flag('all_applications'),
        flag('reveal_cards'),
        text('secret_sealed', 255),
        textOrNull('previous_secret_sealed', 255),
        epochMsOrNull('previous_secret_until'),
        epochMs('paused_until'),
        textOrNull('lease_owner', 16),
        epochMs('lease_until'),
        rowVersion(),
        epochMs('created_at'),
        epochMs('updated_at'),
      ],
      [uniqueIndex('ux_webhooks_name', 'name')],
    );
    await createTable(
      runner,
      'webhook_applications',
      [key('webhook_id'), key('application_id')],
      [],
      [
        foreignKey('fk_webhook_applications_webhook', 'webhook_id', 'webhooks', 'CASCADE'),
        foreignKey('fk_webhook_applications_application', 'application_id', 'applications', 'CASCADE'),
      ],
    );
    await createTable(
      runner,
      'webhook_deliveries',
      [
        bigId(),
        int('webhook_id'),
        bigWhole('event_id'),
        text('status', 16),
        int('attempts'),
        epochMsOrNull('next_at'),
        epochMsOrNull('last_at'),
        intOrNull('last_status'),
        textOrNull('last_fault', 32),
        textOrNull('last_answer', 2048),
        epochMs('created_at'),
      ],
      [
        uniqueIndex('ux_webhook_deliveries_event', 'webhook_id', 'event_id'),
        index('ix_webhook_deliveries_next', 'webhook_id', 'next_at', 'id'),
        index('ix_webhook_deliveries_status', 'webhook_id', 'status', 'id'),
        index('ix_webhook_deliveries_event', 'event_id'),
        index('ix_webhook_deliveries_at', 'created_at'),
      ],
      [
        foreignKey('fk_webhook_deliveries_webhook', 'webhook_id', 'webhooks', 'CASCADE'),
        foreignKey('fk_webhook_deliveries_event', 'event_id', 'events', 'CASCADE'),
      ],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM server_state WHERE name LIKE 'events_%' OR name = 'webhooks_revision'");
    for (const table of ['webhook_deliveries', 'webhook_applications', 'webhooks', 'events'])
      await runner.dropTable(table, true);
  }
}
