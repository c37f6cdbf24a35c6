import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, dropColumns } from './table-builder.js';

/** Which database server has the lock of a server process, and when the process was last seen. */
export class ProcessLeases1700000027000 implements MigrationInterface {
  readonly name = 'ProcessLeases1700000027000';

  async up(runner: QueryRunner): Promise<void> {
    const { text, epochMs } = columnsFor(runner);
    await addColumns(runner, 'server_processes', [
      { ...text('database_run', 128), default: "''" },
      { ...epochMs('seen_at'), default: '0' },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'server_processes', ['database_run', 'seen_at']);
  }
}
