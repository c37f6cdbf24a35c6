import { timingSafeEqual } from 'node:crypto';

/** Compares a signature with the right one, in a time that does not depend on where they differ. */
export function isSameSignature(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
