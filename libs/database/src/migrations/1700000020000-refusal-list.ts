import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumns,
  addIndices,
  columnsFor,
  dropColumns,
  dropIndices,
  index,
  redefineIndex,
} from './table-builder.js';

/** The client version of refused requests, and indexes for lists and rankings of refused requests. */
export class RefusalList1700000020000 implements MigrationInterface {
  readonly name = 'RefusalList1700000020000';

  async up(runner: QueryRunner): Promise<void> {
    const { textOrNull } = columnsFor(runner);
    await addColumns(runner, 'refusals', [textOrNull('version', 64)]);
    await redefineIndex(runner, 'refusals', index('ix_refusals_name', 'application_id', 'name', 'at'));
    // Four of the indexes end with `name`, so that distinct names can be counted without reading rows.
    await addIndices(runner, 'refusals', [
      index('ix_refusals_application', 'application_id', 'at'),
      index('ix_refusals_device', 'application_id', 'device_id', 'at', 'name'),
      index('ix_refusals_ip', 'application_id', 'ip', 'at', 'name'),
      index('ix_refusals_code', 'application_id', 'code', 'at', 'name'),
      index('ix_refusals_version', 'application_id', 'version', 'at', 'name'),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndices(runner, 'refusals', [
      'ix_refusals_version',
      'ix_refusals_code',
      'ix_refusals_ip',
      'ix_refusals_device',
      'ix_refusals_application',
    ]);
    await redefineIndex(runner, 'refusals', index('ix_refusals_name', 'application_id', 'name'));
    await dropColumns(runner, 'refusals', ['version']);
  }
}
