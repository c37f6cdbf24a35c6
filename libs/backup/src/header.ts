import { MIGRATIONS, type TableShape } from '@app/database';

export const FORMAT = 'latchkey-backup';
/** Raised when an earlier Latchkey could not read the files any more. */
export const FORMAT_VERSION = 1;

/**
 * The first line of a backup. The rows follow table by table in the header's order, each a line: a JSON array of its
 * values in the order of the columns. The last line is the seal. All of it is gzipped.
 */
export interface BackupHeader {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** Of the Latchkey that made it. */
  readonly product: string;
  /** The moment that it shows, ISO 8601 in UTC. */
  readonly taken_at: string;
  readonly engine: 'sqlite' | 'mysql';
  /** Fingerprint of the encryption key that the secrets in it are sealed with. */
  readonly key: string;
  /** The migrations that its database had, oldest first. */
  readonly migrations: readonly string[];
  /** Those that others refer to come first. */
  readonly tables: readonly BackupTable[];
}

export interface BackupTable extends Pick<TableShape, 'name' | 'columns'> {
  readonly rows: number;
  /** The id that the next row gets, so that none is given twice; left out where ids are not made up. */
  readonly next_id?: number;
}

/** The last line: an HMAC of all lines before it. */
export interface Seal {
  readonly seal: string;
}

/** Whether the migrations are the first ones of this version's. */
export function areKnown(migrations: readonly string[]): boolean {
  return migrations.every((name, index) => name === MIGRATIONS[index]?.name);
}

export function rowsIn({ tables }: BackupHeader): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}
