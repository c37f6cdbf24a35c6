import { randomTexts } from '@app/platform';
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

/** What whoever asks for such keys should know, in words. */
export function keyWarnings(style: KeyStyle): string[] {
  const bits = keyBits(style);
  if (bits >= SAFE_BITS) return [];
  const characters = Array.from(style.alphabet).length;
  const safe = Math.ceil(SAFE_BITS / Math.log2(characters));
  return [
    `A key has ${wildcardsIn(style.mask)} random characters out of ${characters}, which is ${Math.floor(bits)} bits: ` +
      `it can be guessed sooner than one of ${SAFE_BITS} bits, which a mask with ${safe} * has`,
  ];
}

/** Why so many keys cannot be made in this style; undefined: they can. */
export function roomFault(style: KeyStyle, count: number): string | undefined {
  const room = Array.from(style.alphabet).length ** wildcardsIn(style.mask);
  const needed = count * MIN_ROOM_PER_KEY;
  if (room >= needed) return undefined;
  return (
    `has room for ${figure(room)} keys, and ${figure(count)} need room for ${figure(needed)}, ` +
    `${MIN_ROOM_PER_KEY} times as many, or too many guesses would be right`
  );
}

/** New keys, each unguessable by itself; that none is like another is for the caller to see to. */
export function makeKeys({ mask, alphabet }: KeyStyle, count: number): string[] {
  const [start = '', ...rest] = mask.split(WILDCARD);
  return randomTexts(count, rest.length, alphabet).map((text) => {
    const drawn = Array.from(text);
    return rest.reduce((key, part, i) => key + drawn[i]! + part, start);
  });
}

function figure(number: number): string {
  return number.toLocaleString('en');
}
