/** Returns a single JSON value as text; `undefined` for lists and objects. Null is the empty text. */
export function toText(value: unknown): string | undefined {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? undefined : String(value as string | number | boolean);
}
