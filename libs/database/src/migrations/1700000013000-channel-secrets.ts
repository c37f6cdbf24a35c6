import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, dropColumns } from './table-builder.js';

/** Secrets of channels whose protocol signs requests, and a longer column for the protocol's name. */
export class ChannelSecrets1700000013000 implements MigrationInterface {
  readonly name = 'ChannelSecrets1700000013000';

  async up(runner: QueryRunner): Promise<void> {
    const { text, textOrNull } = columnsFor(runner);
    // No value is lost, since all existing channels are native.
    await dropColumns(runner, 'channels', ['kind']);
    await addColumns(runner, 'channels', [
      { ...text('kind', 16), default: "'native'" },
      textOrNull('secret_sealed', 512),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    const { text } = columnsFor(runner);
    await dropColumns(runner, 'channels', ['secret_sealed', 'kind']);
    await addColumns(runner, 'channels', [{ ...text('kind', 8), default: "'native'" }]);
  }
}
