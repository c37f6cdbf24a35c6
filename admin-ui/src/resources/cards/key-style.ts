/** The server's default key style, without 0 and O, 1 and I, which look alike. */
export const DEFAULT_MASK = '****-****-****-****';
export const DEFAULT_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Minimum number of random bits of keys that the panel describes as hard to guess. */
export const SAFE_BITS = 80;
/** Minimum number of possible keys per created key; with fewer, guessing would be too easy. */
const ROOM_PER_KEY = 10;

export interface KeyStyle {
  mask: string;
  alphabet: string;
}

export function keyBits({ mask, alphabet }: KeyStyle): number {
  return wildcardsIn(mask) * Math.log2(new Set(alphabet).size);
}

export function hasRoom(style: KeyStyle, count: number): boolean {
  return keyBits(style) >= Math.log2(count * ROOM_PER_KEY);
}

/** Returns a sample key. The key is only displayed, so its random numbers need not be secure. */
export function sampleKey({ mask, alphabet }: KeyStyle): string {
  const characters = Array.from(alphabet);
  return mask.replaceAll('*', () => characters[Math.floor(Math.random() * characters.length)] ?? '*');
}

/** Validates a mask for forms; returns undefined or the translation key of the error. */
export function isMask(mask: string | null | undefined): string | undefined {
  if (!mask) return undefined;
  return mask.length > 64 || wildcardsIn(mask) < 4 ? 'panel.key.bad_mask' : undefined;
}

/** Form validator for an alphabet. Returns the translation key of the error, or undefined if the alphabet is valid. */
export function isAlphabet(alphabet: string | null | undefined): string | undefined {
  if (!alphabet) return undefined;
  const { size } = new Set(alphabet);
  const isFine = size >= 10 && size <= 64 && size === Array.from(alphabet).length && !/[\s*]/u.test(alphabet);
  return isFine ? undefined : 'panel.key.bad_alphabet';
}

function wildcardsIn(mask: string): number {
  return mask.split('*').length - 1;
}
