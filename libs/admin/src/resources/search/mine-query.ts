import { isIP } from 'node:net';
import { normalizeKey } from '@app/database';
import { storedAddresses } from '../../crud/filters.js';

/** The search terms found in a text that somebody typed or pasted. */
export interface SearchTerms {
  /** The text as typed, without control characters; empty if the text is longer than any name can be. */
  readonly whole: string;
  /** Texts that may be names of users, devices or orders, most likely first. */
  readonly names: readonly string[];
  /** Texts that may be complete keys, normalized, most likely first. */
  readonly keys: readonly string[];
  /** Texts that may be the end or the beginning of a key, normalized, most likely first. */
  readonly parts: readonly string[];
  /** IP addresses, each in its normal form and as it was typed. */
  readonly addresses: readonly string[];
}

/** Maximum length of a name; device ids are the longest names. */
const MAX_NAME = 128;
const MAX_KEY = 64;
const MAX_NAMES = 8;
const MAX_KEYS = 10;
const MAX_PARTS = 4;
const MAX_ADDRESSES = 3;
/** Minimum length of a word that may be a part of a key. */
const MIN_PART = 4;
const MIN_LENGTH = 2;

/** Letters and digits with single separators in between, the form of most keys. */
const WORD = /[A-Za-z0-9]+(?:[-_.–—][A-Za-z0-9]+)*/g;
/** Separators between words that may be groups of one key. */
const GAP = /^[ \t\r\n–—-]{1,3}$/;
/** Separators between items in a pasted line: white space, quotes, brackets and punctuation, including Chinese. */
const BETWEEN = /[\s"'`“”‘’「」『』《》〈〉【】()（）[\]{}<>,，、;；:：=!！?？。|]+/u;
/** Matches parts of a text that contain only characters of IP addresses. */
const ADDRESS = /[0-9A-Fa-f:.]{2,45}/g;

/** Extracts keys, names and addresses from a text. The number of terms is limited, however long the text is. */
export function mineQuery(text: string): SearchTerms {
  const clean = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  const words = wordsOf(clean.normalize('NFKC'));
  const byChance = words.toSorted((a, b) => chanceOf(b.text) - chanceOf(a.text)).map(({ text }) => text);
  const pieces = clean.split(BETWEEN).filter((piece) => piece !== '');
  const whole = Array.from(clean).length <= MAX_NAME ? clean : '';
  return {
    whole,
    names: distinct([whole, ...byChance, ...pieces], MAX_NAMES, MAX_NAME),
    keys: distinct([clean, ...groupsOf(words), ...byChance].map(normalizeKey), MAX_KEYS, MAX_KEY),
    parts: distinct(
      [
        ...(pieces.length === 1 ? pieces : []).map(normalizeKey),
        ...partsOf([...groupsOf(words), ...byChance]),
      ],
      MAX_PARTS,
      MAX_KEY,
    ),
    addresses: addressesIn([...pieces, ...(clean.match(ADDRESS) ?? [])]),
  };
}

function addressesIn(texts: readonly string[]): string[] {
  const typed = [...new Set(texts)].filter((text) => isIP(text) > 0).slice(0, MAX_ADDRESSES);
  return [...new Set(typed.flatMap(storedAddresses))];
}

interface Word {
  readonly text: string;
  /** True if only spaces or dashes separate the word from the previous one. */
  readonly follows: boolean;
}

function wordsOf(text: string): Word[] {
  let end = -1;
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => {
    const follows = end >= 0 && GAP.test(text.slice(end, index));
    end = index + word.length;
    return { text: word, follows };
  });
}

/** Joins adjacent words that look like the groups of a key that somebody wrote with spaces. */
function groupsOf(words: readonly Word[]): string[] {
  const runs: string[][] = [];
  let run: string[] = [];
  for (const { text, follows } of words) {
    if (!follows || !isKeyLike(text)) run = [];
    if (!isKeyLike(text)) continue;
    run.push(text);
    if (run.length === 2) runs.push(run);
  }
  return runs.map((groups) => groups.join(''));
}

/** Returns the words that may be parts of a key. Words of at most half the length of the longest word are omitted. */
function partsOf(words: readonly string[]): string[] {
  const likely = words.filter(isKeyLike);
  const parts = (likely.length > 0 ? likely : words)
    .map(normalizeKey)
    .filter(({ length }) => length >= MIN_PART && length <= MAX_KEY);
  const longest = Math.max(0, ...parts.map(({ length }) => length));
  return parts.filter(({ length }) => length > longest / 2);
}

/** True for words with a digit or in capitals. */
function isKeyLike(word: string): boolean {
  return /[0-9]/.test(word) || /^[A-Z]{2,}$/.test(word);
}

/** Rates how much a word looks like a key. Length, digits, capitals and separators raise the rating. */
function chanceOf(word: string): number {
  return word.length + (isKeyLike(word) ? 100 : 0) + (/[-_]/.test(word) ? 50 : 0);
}

/** Returns at most `most` distinct texts of 2 to `max` characters, in the given order. */
function distinct(texts: readonly string[], most: number, max: number): string[] {
  return [...new Set(texts)].filter(({ length }) => length >= MIN_LENGTH && length <= max).slice(0, most);
}
