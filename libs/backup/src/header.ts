import { MIGRATIONS, type TableShape } from '@app/database';

export const FORMAT = 'latchkey-backup';
/**
 * Version of the file format. Increment it if earlier versions of Latchkey cannot read a file in the changed format.
 */
export const FORMAT_VERSION = 1;

/**
 * The first line of a backup. The rows follow table by table, in the header's order. Each row is a line with a JSON
 * array of its values, in the order of the columns. The last line is the seal. The file is gzipped.
 */
export interface BackupHeader {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** The Latchkey version that made the backup. */
  readonly product: string;
  /** Time of the snapshot, ISO 8601 in UTC. */
  readonly taken_at: string;
  readonly engine: 'sqlite' | 'mysql';
  /** Fingerprint of the key with which the secrets in the backup are encrypted. */
  readonly key: string;
  /** Migrations applied to the source database, oldest first. */
  readonly migrations: readonly string[];
  /** Tables; a referenced table precedes the tables that refer to it. */
  readonly tables: readonly BackupTable[];
}

export interface BackupTable extends Pick<TableShape, 'name' | 'columns'> {
  readonly rows: number;
  /** The next id of the table, so that no id is reused; absent if ids are not generated. */
  readonly next_id?: number;
}

/** The last line: an HMAC of all lines before it. */
export interface Seal {
  readonly seal: string;
}

/** True if this version's list of migrations begins with the migrations of the backup. */
export function areKnownMigrations(migrations: readonly string[]): boolean {
  return migrations.every((name, index) => name === MIGRATIONS[index]?.name);
}

export function rowsIn({ tables }: BackupHeader): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}
