import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, dropColumns } from './table-builder.js';

/** Settings of applications that serve clients of other services. */
export class Compat1700000010000 implements MigrationInterface {
  readonly name = 'Compat1700000010000';

  async up(runner: QueryRunner): Promise<void> {
    const { text } = columnsFor(runner);
    await addColumns(runner, 'applications', [
      { ...text('compat', 16), default: "'none'" },
      { ...text('compat_hosts', 2600), default: "''" },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'applications', ['compat', 'compat_hosts']);
  }
}
