import { hasLength, isPrintable } from './text-rules.js';

/** Character of a mask that is replaced by a random character. */
export const WILDCARD = '*';
const MAX_LENGTH = 64;
const MIN_WILDCARDS = 4;

/** True if a text is a mask of random keys, such as `VIP-****-****`. */
export function isKeyMask(text: string): boolean {
  return hasLength(text, 1, MAX_LENGTH) && isPrintable(text) && wildcardsIn(text) >= MIN_WILDCARDS;
}

/** Returns the number of random characters in a key made with this mask. */
export function wildcardsIn(mask: string): number {
  return mask.split(WILDCARD).length - 1;
}
