export interface Change {
  field: string;
  before: unknown;
  after: unknown;
}

/** Fields that the server sets itself and that say nothing about a change. */
const BESIDES = new Set(['id', 'rowVersion', 'createdAt', 'updatedAt']);

/**
 * Returns the change of each field from an audit record.
 * @param before JSON of an object, or null
 * @returns undefined if `before` or `after` is not an object
 */
export function changesOf(before: string | null, after: string | null): Change[] | undefined {
  const was = parse(before);
  const is = parse(after);
  if (!was || !is) return undefined;
  const fields = new Set([...Object.keys(was), ...Object.keys(is)].filter((field) => !BESIDES.has(field)));
  return [...fields].map((field) => ({ field, before: was[field], after: is[field] }));
}

function parse(json: string | null): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
