import { DATABASE_ID_STATE, type SessionEndReason, type Value } from '@app/database';

/** Who was signed in to the panel, and which processes there were: of no use to another server. */
const LEFT_OUT = new Set(['admin_sessions', 'server_processes']);

const END_REASON: SessionEndReason = 'restored';

export function isLeftOut(table: string): boolean {
  return LEFT_OUT.has(table);
}

export interface RestoreOptions {
  /** Whether clients that had a session when the backup was taken have it again. */
  readonly keepSessions: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What becomes of a row; undefined: it is left out. */
export type Change = (values: Value[]) => Value[] | undefined;

/** What a restore changes in the rows of a table, besides putting them back; undefined: nothing. */
export function changeOf(
  table: string,
  columns: readonly string[],
  { keepSessions, now }: RestoreOptions,
): Change | undefined {
  const at = (column: string) => columns.indexOf(column);
  switch (table) {
    // A session that was ended after the backup would be open again.
    case 'sessions':
      return keepSessions
        ? undefined
        : (values) =>
            values[at('ended_at')] === null
              ? replaced(values, { [at('ended_at')]: now, [at('end_reason')]: END_REASON })
              : values;
    // What a Redis still holds of this database belongs to the one that was backed up.
    case 'server_state':
      return (values) => (values[at('name')] === DATABASE_ID_STATE ? undefined : values);
    // None of a job that was under way is in the backup; who had it to do may live, on the other database.
    case 'card_jobs':
      return columns.includes('process_id')
        ? (values) => replaced(values, { [at('process_id')]: null })
        : undefined;
    default:
      return undefined;
  }
}

function replaced(values: readonly Value[], changes: Record<number, Value>): Value[] {
  return Object.assign([...values], changes);
}
