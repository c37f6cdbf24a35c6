import { randomTexts, WILDCARD, wildcardsIn } from '@app/platform';
import { problem } from '../../errors/problem.js';
import type { ProblemDto } from '../../errors/problem.dto.js';

/** 16 characters of the default alphabet are 80 bits. */
export const DEFAULT_MASK = '****-****-****-****';
/** 32 characters of 5 bits each, without look-alikes: 0 and O, 1 and I. */
export const DEFAULT_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Keys with at least this many random bits cannot be guessed. */
export const SAFE_BITS = 80;
/** Minimum number of possible keys per created key. With fewer, more than one guess in ten would succeed. */
const MIN_ROOM_PER_KEY = 10;

/** The format of keys: every `*` of the mask becomes a random character of the alphabet. */
export interface KeyStyle {
  readonly mask: string;
  /** Distinct characters, none of them `*`. */
  readonly alphabet: string;
}

/** Returns the random bits of a key. */
export function keyBits({ mask, alphabet }: KeyStyle): number {
  return wildcardsIn(mask) * Math.log2(Array.from(alphabet).length);
}

/** Returns notices about keys of this style. */
export function keyNotices(style: KeyStyle): ProblemDto[] {
  const bits = keyBits(style);
  if (bits >= SAFE_BITS) return [];
  const characters = Array.from(style.alphabet).length;
  return [
    problem('guessable_keys', {
      random: wildcardsIn(style.mask),
      characters,
      bits: Math.floor(bits),
      safeBits: SAFE_BITS,
      safeRandom: Math.ceil(SAFE_BITS / Math.log2(characters)),
    }),
  ];
}

/** Returns the reason why this style does not allow this many keys, or `undefined` if it does. */
export function roomFault(style: KeyStyle, count: number): ProblemDto | undefined {
  const room = Array.from(style.alphabet).length ** wildcardsIn(style.mask);
  const needed = count * MIN_ROOM_PER_KEY;
  if (room >= needed) return undefined;
  return problem('key_room', { room, count, needed, times: MIN_ROOM_PER_KEY });
}

/** Returns new keys from the cryptographic random source; the caller ensures that they are distinct. */
export function makeKeys({ mask, alphabet }: KeyStyle, count: number): string[] {
  const [start = '', ...rest] = mask.split(WILDCARD);
  return randomTexts(count, rest.length, alphabet).map((text) => {
    const drawn = Array.from(text);
    return rest.reduce((key, part, i) => key + drawn[i]! + part, start);
  });
}
