/** As the server makes keys when nothing else is said: without 0 and O, 1 and I, which are taken for each other. */
export const DEFAULT_MASK = '****-****-****-****';
export const DEFAULT_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Keys of at least this many random bits cannot be guessed. */
export const SAFE_BITS = 80;
/** How many times as many keys there have to be as are made, or too many guesses would be right. */
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

/** A key as it could come out; only to look at, so that the random numbers need not be good ones. */
export function sampleKey({ mask, alphabet }: KeyStyle): string {
  const characters = Array.from(alphabet);
  return mask.replaceAll('*', () => characters[Math.floor(Math.random() * characters.length)] ?? '*');
}

/** For forms: undefined, or which words say what is wrong. */
export function isMask(mask: string | null | undefined): string | undefined {
  if (!mask) return undefined;
  return mask.length > 64 || wildcardsIn(mask) < 4 ? 'panel.key.bad_mask' : undefined;
}

/** For forms: undefined, or which words say what is wrong. */
export function isAlphabet(alphabet: string | null | undefined): string | undefined {
  if (!alphabet) return undefined;
  const { size } = new Set(alphabet);
  const isFine = size >= 10 && size <= 64 && size === Array.from(alphabet).length && !/[\s*]/u.test(alphabet);
  return isFine ? undefined : 'panel.key.bad_alphabet';
}

function wildcardsIn(mask: string): number {
  return mask.split('*').length - 1;
}
