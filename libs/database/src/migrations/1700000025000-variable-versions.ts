import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumns,
  columnsFor,
  createTable,
  dropColumns,
  foreignKey,
  uniqueIndex,
} from './table-builder.js';

/** Versions of variables. */
export class VariableVersions1700000025000 implements MigrationInterface {
  readonly name = 'VariableVersions1700000025000';

  async up(runner: QueryRunner): Promise<void> {
    const { id, int, longText, text, epochMs } = columnsFor(runner);
    await addColumns(runner, 'variables', [{ ...int('version'), default: '1' }]);
    await createTable(
      runner,
      'variable_versions',
      [
        id(),
        int('variable_id'),
        int('version'),
        longText('value'),
        text('created_by', 255),
        epochMs('created_at'),
      ],
      [uniqueIndex('ux_variable_versions_version', 'variable_id', 'version')],
      [foreignKey('fk_variable_versions_variable', 'variable_id', 'variables', 'CASCADE')],
    );
    // A variable's current value becomes the first version in its history.
    await runner.query(
      `INSERT INTO variable_versions (variable_id, version, value, created_by, created_at)
       SELECT id, version, value, '', updated_at FROM variables
       WHERE id NOT IN (SELECT variable_id FROM variable_versions)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('variable_versions', true);
    await dropColumns(runner, 'variables', ['version']);
  }
}
