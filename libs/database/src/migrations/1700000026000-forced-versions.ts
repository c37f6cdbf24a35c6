import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, dropColumns } from './table-builder.js';

/** Software versions that older clients must install. */
export class ForcedVersions1700000026000 implements MigrationInterface {
  readonly name = 'ForcedVersions1700000026000';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'software_versions', [{ ...columnsFor(runner).flag('forced'), default: '0' }]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'software_versions', ['forced']);
  }
}
