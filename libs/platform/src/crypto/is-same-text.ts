import { timingSafeEqual } from 'node:crypto';

/** Compares a text with a secret text, in a time that depends only on their lengths. */
export function isSameText(given: string, right: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
