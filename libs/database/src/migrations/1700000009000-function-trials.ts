import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, dropColumns } from './table-builder.js';

/** Functions that trials may call. */
export class FunctionTrials1700000009000 implements MigrationInterface {
  readonly name = 'FunctionTrials1700000009000';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'functions', [{ ...columnsFor(runner).flag('trials'), default: '0' }]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'functions', ['trials']);
  }
}
