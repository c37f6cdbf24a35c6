import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, foreignKey } from './table-builder.js';

/** Number of function calls per hour. */
export class FunctionCallCounts1700000024000 implements MigrationInterface {
  readonly name = 'FunctionCallCounts1700000024000';

  async up(runner: QueryRunner): Promise<void> {
    const { key, int } = columnsFor(runner);
    await createTable(
      runner,
      'function_call_counts',
      [key('application_id'), key('hour'), key('function_id'), int('calls'), int('failures')],
      [],
      [foreignKey('fk_function_call_counts_application', 'application_id', 'applications', 'CASCADE')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('function_call_counts', true);
  }
}
