export type Fields = Record<string, unknown>;

/** A field in which the user's value differs from the value saved by somebody else. */
export interface Conflict {
  field: string;
  mine: string;
  theirs: string;
}

/** Fields that the server writes itself. */
const SERVER_FIELDS = new Set(['id', 'rowVersion', 'updatedAt', 'createdAt']);
/** Fields whose typed value must not be readable on the screen. */
const SECRETS = new Set(['password', 'signingSecret', 'token']);
const HIDDEN = '••••••••';
const MAX_TEXT = 300;

/** Returns the fields that the user changed, compared with the loaded record. */
export function changesOf(before: Fields, typed: Fields): Fields {
  const changed = Object.entries(typed).filter(
    ([field, value]) => !SERVER_FIELDS.has(field) && !isSame(value, before[field]),
  );
  return Object.fromEntries(changed);
}

/**
 * Returns the fields whose typed value differs from the value that is now saved, because the user or somebody else
 * changed them.
 * @param allApplications text for `applicationIds: null`, which means all applications
 */
export function conflictsOf(
  before: Fields,
  typed: Fields,
  current: Fields,
  allApplications: string,
): Conflict[] {
  const fields = new Set([
    ...Object.keys(changesOf(before, typed)),
    ...Object.keys(changesOf(before, current)),
  ]);
  return [...fields]
    .filter((field) => !isSame(typed[field], current[field]))
    .map((field) => ({
      field,
      mine: textOf(field, typed[field], allApplications),
      theirs: textOf(field, current[field], allApplications),
    }));
}

function isSame(a: unknown, b: unknown): boolean {
  // An empty field is '' in a form, but null in the record.
  return JSON.stringify(a === '' ? null : (a ?? null)) === JSON.stringify(b === '' ? null : (b ?? null));
}

function textOf(field: string, value: unknown, allApplications: string): string {
  if (field === 'applicationIds' && value === null) return allApplications;
  if (value === null || value === undefined || value === '') return '–';
  if (SECRETS.has(field)) return HIDDEN;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
