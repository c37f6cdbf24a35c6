import type { Card } from './entities/card.entity.js';

/** Length of the search columns in characters. */
const MAX_LENGTH = 64;

/**
 * Returns the normalized form in which the search compares card keys: letters and digits only, in upper case, with
 * full-width forms converted. So `aur-22bg`, `AUR 22BG` and `ＡＵＲ－２２ＢＧ` are equal. The result is empty if the text has
 * neither letters nor digits.
 */
export function normalizeKey(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** Returns a text with its code points in reverse order. */
export function reversed(text: string): string {
  return Array.from(text).toReversed().join('');
}

/**
 * Returns the columns in which the search looks for the beginning or the end of a card's key: the normalized key and
 * its reverse. Set them wherever a card is inserted. If the normalized key has more than 64 characters, the columns
 * contain only its first 64 and its last 64 characters.
 */
export function searchKeys(card: string): Pick<Card, 'searchKey' | 'reversedKey'> {
  const characters = Array.from(normalizeKey(card));
  return {
    searchKey: characters.slice(0, MAX_LENGTH).join(''),
    reversedKey: characters.toReversed().slice(0, MAX_LENGTH).join(''),
  };
}
