/** A change that the server has just accepted. */
export interface Change {
  resource: string;
  /** Name of the record; `undefined` for several records. */
  name: string | undefined;
  /** Number of changed records. */
  count: number;
}

let last: Change | undefined;

/** Records a change for the notification about it: react-admin's own notification lacks the record's name. */
export function noteChange(resource: string, records: readonly object[]): void {
  const name = records.length === 1 ? nameOf(records[0]!) : undefined;
  last = { resource, name, count: records.length };
}

/** Returns the latest change; `undefined` before the first. */
export function lastChange(): Change | undefined {
  return last;
}

/** The fields by which people know a record, the best first. */
const NAMES = ['name', 'key', 'card', 'username', 'email', 'externalNo', 'version', 'pattern', 'deviceId'];

/** Returns the name by which people know a record. */
export function nameOf(record: object): string {
  const fields = record as Record<string, unknown>;
  const name = NAMES.map((field) => fields[field]).find((value) => typeof value === 'string' && value !== '');
  return (name as string | undefined) ?? `#${String(fields.id)}`;
}
