import { hash, createHmac } from 'node:crypto';
import type { SignMode } from '@app/database';
import { isSameText } from '@app/platform';

/**
 * Returns the text that a request's signature covers (contract: Request signature, steps 1–3): every parameter except
 * `sign`, sorted by the UTF-8 bytes of its key, as `key=value` joined with `&`. Empty values stay (`key=`).
 */
export function canonicalString(parameters: ReadonlyMap<string, string>): string {
  return joinSorted([...parameters].filter(([key]) => key !== 'sign'));
}

type Pair = readonly [key: string, value: string | number];

/** Joins pairs as `key=value` with `&`, sorted by the UTF-8 bytes of the key. */
export function joinSorted(pairs: readonly Pair[]): string {
  return sortedByKey(pairs)
    .map(([key, value]) => `${key}=${value}`)
    .join('&');
}

/** Sorts pairs by the UTF-8 bytes of the key. */
export function sortedByKey<P extends Pair>(pairs: readonly P[]): P[] {
  const compare = pairs.every(([key]) => isAscii(key)) ? compareAscii : compareUtf8;
  return pairs.toSorted(([a], [b]) => compare(a, b));
}

/** Returns the lowercase hex digest of `text` (contract: Request signature, steps 4 and 5). */
export function sign(text: string, secret: string, mode: SignMode): string {
  switch (mode) {
    case 'md5':
      return hash('md5', text + secret, 'hex');
    case 'hmac-sha256':
    case 'hmac-sha256-path':
      return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
  }
}

/** True when `actual`, in upper or lower case hex, equals `expected`; compared in constant time. */
export function signaturesMatch(actual: string, expected: string): boolean {
  return isSameText(actual.toLowerCase(), expected);
}

function compareAscii(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/**
 * Compares texts by their UTF-8 bytes. Plain comparison uses UTF-16 units, which sorts a surrogate pair before
 * U+E000–U+FFFF; UTF-8 sorts it after.
 */
function compareUtf8(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}
