import { DATABASE_ID_STATE, type SessionEndReason, type Value } from '@app/database';
import type { BackupTable } from './header.js';

/**
 * Tables that are not restored: the sessions of the panel and of customers' pages, and the server processes. Their rows
 * are meaningless on another server.
 */
const LEFT_OUT = new Set(['admin_sessions', 'portal_sessions', 'server_processes']);

/** Number of order ids to skip: more than the number of orders that any shop places between two backups. */
const LOST_ORDERS = 1_000_000;

const END_REASON: SessionEndReason = 'restored';

export function isLeftOut(table: string): boolean {
  return LEFT_OUT.has(table);
}

export interface RestoreOptions {
  /** If true, client sessions of the backup stay open. */
  readonly keepSessions: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Transforms a row. Returns `undefined` to omit the row. */
export type Change = (values: Value[]) => Value[] | undefined;

/** Returns the transformation of a table's rows on restore, or `undefined` if they are restored unchanged. */
export function changeOf(
  table: string,
  columns: readonly string[],
  { keepSessions, now }: RestoreOptions,
): Change | undefined {
  const at = (column: string) => columns.indexOf(column);
  switch (table) {
    // Ends all sessions: a session that ended after the backup would otherwise be open again.
    case 'sessions':
      return keepSessions
        ? undefined
        : (values) =>
            values[at('ended_at')] === null
              ? replaced(values, { [at('ended_at')]: now, [at('end_reason')]: END_REASON })
              : values;
    // Omits the database id. The restored database gets a new one, because Redis may still contain entries of the
    // original.
    case 'server_state':
      return (values) => (values[at('name')] === DATABASE_ID_STATE ? undefined : values);
    // Clears the process id of an unfinished job, so that the restored server marks the job as failed. The backup
    // contains none of the job's changes, and the process may still run the job on the original database.
    case 'card_jobs':
      return columns.includes('process_id')
        ? (values) => replaced(values, { [at('process_id')]: null })
        : undefined;
    default:
      return undefined;
  }
}

/**
 * Returns the next id of a restored table, or `undefined` if its ids are not generated. `keepSessions` means that
 * nothing changed after the backup. Without it, orders placed after the backup may be lost. Their ids are skipped,
 * since a dujiao-next shop may still cancel these orders by their ids.
 */
export function nextIdOf(
  { name, next_id: nextId }: BackupTable,
  { keepSessions }: RestoreOptions,
): number | undefined {
  return nextId !== undefined && name === 'orders' && !keepSessions ? nextId + LOST_ORDERS : nextId;
}

function replaced(values: readonly Value[], changes: Record<number, Value>): Value[] {
  return Object.assign([...values], changes);
}
