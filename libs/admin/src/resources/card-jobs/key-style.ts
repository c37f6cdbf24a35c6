import { wildcardsIn } from '@app/platform';
import { keyBits, type KeyStyle } from '@app/licensing';
import { problem } from '../../errors/problem.js';
import type { ProblemDto } from '../../errors/problem.dto.js';

/** Keys with at least this many random bits cannot be guessed. */
const SAFE_BITS = 80;
/**
 * Minimum number of possible keys per created key. With fewer possible keys, more than one guess in ten would succeed.
 */
const MIN_ROOM_PER_KEY = 10;

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

/** Returns the reason why this style does not allow this many keys; `undefined` if the style allows this number. */
export function roomFault(style: KeyStyle, count: number): ProblemDto | undefined {
  const room = Array.from(style.alphabet).length ** wildcardsIn(style.mask);
  const needed = count * MIN_ROOM_PER_KEY;
  if (room >= needed) return undefined;
  return problem('key_room', { room, count, needed, times: MIN_ROOM_PER_KEY });
}
