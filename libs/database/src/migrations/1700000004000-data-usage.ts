import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, foreignKey } from './table-builder.js';

/** Size of each owner's remote data, for quotas. */
export class DataUsage1700000004000 implements MigrationInterface {
  readonly name = 'DataUsage1700000004000';

  async up(runner: QueryRunner): Promise<void> {
    const { key, textKey, int, bigWhole } = columnsFor(runner);
    await createTable(
      runner,
      'data_usage',
      [key('application_id'), textKey('scope', 8), key('owner_id'), int('key_count'), bigWhole('byte_count')],
      [],
      [foreignKey('fk_data_usage_application', 'application_id', 'applications', 'CASCADE')],
    );
    // An incomplete earlier attempt may have filled the table.
    await runner.query('DELETE FROM data_usage');
    await runner.query(
      `INSERT INTO data_usage (application_id, scope, owner_id, key_count, byte_count)
       SELECT application_id, scope, owner_id, COUNT(*), SUM(OCTET_LENGTH(\`key\`) + OCTET_LENGTH(value))
       FROM remote_data GROUP BY application_id, scope, owner_id`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('data_usage', true);
  }
}
