import { randomTexts, WILDCARD, wildcardsIn } from '@app/platform';

/** 16 random characters of the default alphabet have 80 random bits. */
export const DEFAULT_MASK = '****-****-****-****';
/** 32 characters of 5 bits each, without look-alikes: 0 and O, 1 and I. */
export const DEFAULT_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The format of keys: every `*` of the mask becomes a random character of the alphabet. */
export interface KeyStyle {
  readonly mask: string;
  /** Distinct characters, none of them `*`. */
  readonly alphabet: string;
}

/** Returns the number of random bits of a key. */
export function keyBits({ mask, alphabet }: KeyStyle): number {
  return wildcardsIn(mask) * Math.log2(Array.from(alphabet).length);
}

/** Keys with fewer random bits can be guessed on a customer's page, which anyone can open. */
export const PORTAL_KEY_BITS = 50;

/** True if keys with this mask and alphabet are too short for a customer's page. */
export function isShortForPortal(mask: string | null, alphabet = DEFAULT_ALPHABET): boolean {
  return keyBits({ mask: mask ?? DEFAULT_MASK, alphabet }) < PORTAL_KEY_BITS;
}

/** Returns new keys from the cryptographic random source; the caller ensures that they are distinct. */
export function makeKeys({ mask, alphabet }: KeyStyle, count: number): string[] {
  const [start = '', ...rest] = mask.split(WILDCARD);
  return randomTexts(count, rest.length, alphabet).map((text) => {
    const drawn = Array.from(text);
    return rest.reduce((key, part, i) => key + drawn[i]! + part, start);
  });
}
