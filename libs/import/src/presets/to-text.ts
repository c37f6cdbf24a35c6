/** Returns a single JSON value as text; `undefined` for lists and objects. Null is the empty text. */
export function toText(value: unknown): string | undefined {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
