import { reversed, searchKeys } from '@app/database';
import type { FoundRow, IndexLookups, TextIndex } from './index-lookups.js';
import type { SearchTerms } from './mine-query.js';
import { confusedVariants, isOneOff } from './near-keys.js';
import type { SearchMatch } from './search.dto.js';

/** A card that matches, and how it matches. */
export interface FoundCard {
  readonly id: number;
  readonly match: SearchMatch;
  readonly matched: string;
}

const BY_KEY: TextIndex = { table: 'cards', index: 'ix_cards_search_key', column: 'search_key' };
const BY_REVERSE: TextIndex = { table: 'cards', index: 'ix_cards_reversed_key', column: 'reversed_key' };

/** Maximum number of cards found by complete keys, for example by the keys of a pasted order. */
const MAX_FULL = 10;
/** Minimum length of a text for which similar keys are searched. Shorter texts have too many similar keys. */
const MIN_NEAR = 4;
const MIN_ONE_OFF = 6;
/**
 * Maximum length of a text whose misread variants are also searched as beginnings and ends of keys. The variants of a
 * longer text are compared with whole keys only.
 */
const MAX_PART = 12;
/** Maximum number of terms for which similar keys are searched. */
const NEAR_TERMS = 3;
/**
 * To find keys with one wrong character, the search assumes that a part of the text is correct: this share of its
 * length, at the beginning or at the end. It reads keys that begin or end with this part, and compares these keys with
 * the whole text.
 */
const CORRECT_SHARES = [1 / 2, 3 / 4];
/** Maximum number of keys that are read for each such part and compared with the whole text. */
const COMPARED = 50;

/**
 * Finds cards by complete keys first, then by the ends of keys, then by their beginnings. Parts are not searched if the
 * text contains several possible keys and at least one of them exists.
 * @param limit maximum number of cards; raised to the number of cards with complete keys, at most ten
 */
export async function findCards(
  lookups: IndexLookups,
  { keys, parts }: Pick<SearchTerms, 'keys' | 'parts'>,
  limit: number,
): Promise<FoundCard[]> {
  const found = new Map<number, FoundCard>();
  const add = (rows: readonly FoundRow[], match: SearchMatch, matched?: string) => {
    for (const { id, text } of rows)
      if (!found.has(id)) found.set(id, { id, match, matched: matched ?? text });
  };
  const complete = await lookups.equal(BY_KEY, keys.map(columnOf), MAX_FULL);
  // In the order of the terms: the most likely key first.
  for (const key of keys)
    add(
      complete.filter(({ text }) => text === columnOf(key)),
      'full',
    );
  if (found.size > 0 && keys.length > 1) return [...found.values()];
  for (const part of parts) {
    if (found.size >= limit) break;
    add(await lookups.beginning(BY_REVERSE, reversed(part), limit), 'suffix', part);
  }
  for (const part of parts) {
    if (found.size >= limit) break;
    add(await lookups.beginning(BY_KEY, part, limit), 'prefix', part);
  }
  return [...found.values()].slice(0, Math.max(limit, complete.length));
}

/**
 * Finds cards whose key is similar to one of the terms, or begins or ends with a similar text. The number of lookups is
 * limited: about fifty for each of at most three terms. Each lookup reads at most fifty entries of an index.
 */
export async function findNearCards(
  lookups: IndexLookups,
  { keys, parts }: Pick<SearchTerms, 'keys' | 'parts'>,
  limit: number,
): Promise<FoundCard[]> {
  const found = new Map<number, FoundCard>();
  const isEnough = () => found.size >= limit;
  const add = (rows: readonly FoundRow[], matched: string) => {
    for (const { id } of rows)
      if (!isEnough() && !found.has(id)) found.set(id, { id, match: 'near', matched });
  };
  const terms = [...new Set([...parts, ...keys])]
    .filter(({ length }) => length >= MIN_NEAR)
    .slice(0, NEAR_TERMS);
  for (const term of terms) {
    const variants = confusedVariants(term);
    add(await lookups.equal(BY_KEY, variants.map(columnOf), limit), term);
    if (!isEnough()) add(await oneOff(lookups, term), term);
    if (term.length > MAX_PART) continue;
    for (const variant of variants) {
      if (isEnough()) return [...found.values()];
      add(await lookups.beginning(BY_REVERSE, reversed(variant), limit), term);
      add(await lookups.beginning(BY_KEY, variant, limit), term);
    }
  }
  return [...found.values()];
}

/** Finds keys that differ from a term in one character, or whose end or beginning differs in one character. */
async function oneOff(lookups: IndexLookups, term: string): Promise<FoundRow[]> {
  if (term.length < MIN_ONE_OFF) return [];
  const found: FoundRow[] = [];
  for (const [index, text] of [
    [BY_KEY, term],
    [BY_REVERSE, reversed(term)],
  ] as const) {
    for (const share of CORRECT_SHARES) {
      const correct = text.slice(0, Math.ceil(text.length * share));
      const rows = await lookups.beginning(index, correct, COMPARED);
      found.push(
        ...rows.filter((row) => isOneOff(row.text, text) || isOneOff(row.text.slice(0, text.length), text)),
      );
    }
  }
  return found;
}

function columnOf(key: string): string {
  return searchKeys(key).searchKey;
}
