import { randomTexts } from '@app/platform';
import { problem } from '../../errors/problem.js';
import type { ProblemDto } from '../../errors/problem.dto.js';
import { WILDCARD, wildcardsIn } from '../cards/key-mask.js';

/** 16 of these are 80 bits. */
export const DEFAULT_MASK = '****-****-****-****';
/** 32 characters, which are 5 bits each, without those that are taken for others: 0 and O, 1 and I. */
export const DEFAULT_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Keys of at least this many random bits cannot be guessed. */
export const SAFE_BITS = 80;
/** Possible keys for each one that is made: with fewer, every tenth guess would be right, and there soon were none left. */
const MIN_ROOM_PER_KEY = 10;

/** How keys are made: every `*` of the mask becomes a random character of the alphabet. */
export interface KeyStyle {
  readonly mask: string;
  /** Distinct characters, none of them `*`. */
  readonly alphabet: string;
}

/** Random bits of a key. */
export function keyBits({ mask, alphabet }: KeyStyle): number {
  return wildcardsIn(mask) * Math.log2(Array.from(alphabet).length);
}

/** Advice to whoever asks for such keys. */
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

/** Why so many keys cannot be made in this style; undefined: they can. */
export function roomFault(style: KeyStyle, count: number): ProblemDto | undefined {
  const room = Array.from(style.alphabet).length ** wildcardsIn(style.mask);
  const needed = count * MIN_ROOM_PER_KEY;
  if (room >= needed) return undefined;
  return problem('key_room', { room, count, needed, times: MIN_ROOM_PER_KEY });
}

/** New keys, each unguessable by itself; that none is like another is for the caller to see to. */
export function makeKeys({ mask, alphabet }: KeyStyle, count: number): string[] {
  const [start = '', ...rest] = mask.split(WILDCARD);
  return randomTexts(count, rest.length, alphabet).map((text) => {
    const drawn = Array.from(text);
    return rest.reduce((key, part, i) => key + drawn[i]! + part, start);
  });
}
