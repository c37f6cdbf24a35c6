import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isSqlite } from '../engine.js';
import { addColumns, columnsFor, dropColumns } from './table-builder.js';

/**
 * Adds the Ed25519 keys of applications. The boolean column for signed answers becomes a column for their signature
 * mode. The server fills in the keys, since a migration has no encryption key.
 */
export class ApplicationKeys1700000005000 implements MigrationInterface {
  readonly name = 'ApplicationKeys1700000005000';

  async up(runner: QueryRunner): Promise<void> {
    const { textOrNull, epochMsOrNull } = columnsFor(runner);
    await addColumns(runner, 'applications', [
      textOrNull('signing_key_sealed', 255),
      textOrNull('public_key', 43),
      textOrNull('previous_public_key', 43),
      epochMsOrNull('previous_public_key_until'),
    ]);
    const type = "varchar(8) NOT NULL DEFAULT 'off'";
    if (isSqlite(runner.dataSource)) {
      return replaceColumn(runner, type, "CASE response_signature WHEN 0 THEN 'off' ELSE 'digest' END");
    }
    await runner.query(`ALTER TABLE applications MODIFY response_signature ${type}`);
    await runner.query("UPDATE applications SET response_signature = 'off' WHERE response_signature = '0'");
    await runner.query(
      "UPDATE applications SET response_signature = 'digest' WHERE response_signature = '1'",
    );
  }

  /** Maps values that the earlier version of Latchkey does not know to the closest value that it knows. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      "UPDATE applications SET sign_mode = 'hmac-sha256' WHERE sign_mode = 'hmac-sha256-path'",
    );
    if (isSqlite(runner.dataSource)) {
      await replaceColumn(runner, 'boolean NOT NULL DEFAULT 0', "response_signature <> 'off'");
    } else {
      await runner.query(
        "UPDATE applications SET response_signature = response_signature NOT IN ('off', '0')",
      );
      await runner.query('ALTER TABLE applications MODIFY response_signature tinyint NOT NULL');
    }
    await dropColumns(runner, 'applications', [
      'signing_key_sealed',
      'public_key',
      'previous_public_key',
      'previous_public_key_until',
    ]);
  }
}

/** Gives `response_signature` another type. SQLite cannot change the type of a column in place. */
async function replaceColumn(runner: QueryRunner, type: string, value: string): Promise<void> {
  await runner.query(`ALTER TABLE applications ADD COLUMN next_signature ${type}`);
  await runner.query(`UPDATE applications SET next_signature = ${value}`);
  await runner.query('ALTER TABLE applications DROP COLUMN response_signature');
  await runner.query('ALTER TABLE applications RENAME COLUMN next_signature TO response_signature');
}
