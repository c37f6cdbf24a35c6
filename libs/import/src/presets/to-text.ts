/**
 * Returns a single JSON value as text; `undefined` for lists and objects, and for whole numbers that JSON.parse has
 * rounded. Null is the empty text.
 */
export function toText(value: unknown): string | undefined {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return undefined;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
