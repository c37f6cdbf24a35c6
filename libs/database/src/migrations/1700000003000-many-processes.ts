import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, createTable, dropColumns } from './table-builder.js';

/** Several server processes on one database: a table of processes, and the process that runs each card job. */
export class ManyProcesses1700000003000 implements MigrationInterface {
  readonly name = 'ManyProcesses1700000003000';

  async up(runner: QueryRunner): Promise<void> {
    const { text, textKey, textOrNull } = columnsFor(runner);
    await createTable(runner, 'server_processes', [textKey('id', 16), text('redis', 16)], []);
    await addColumns(runner, 'card_jobs', [textOrNull('process_id', 16)]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'card_jobs', ['process_id']);
    await runner.dropTable('server_processes', true);
  }
}
