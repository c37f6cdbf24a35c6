import { hash, randomInt } from 'node:crypto';
import { ALPHANUMERIC, randomText, type SecretBox } from '@app/platform';
import type { ChannelKind } from './channel.entity.js';

const PREFIX = 'lkc_';
const LENGTH = 43;
const HINT_LENGTH = 8;

const ID_PREFIX = 'lk';

/** Protocols in which the shop sends an id and signs with the key. */
const SIGNING_KINDS = ['acg', 'dujiao'] as const satisfies ChannelKind[];
export type SigningKind = (typeof SIGNING_KINDS)[number];

/** The columns of a channel's key. */
export interface ChannelKeyColumns {
  readonly keyHash: string;
  readonly keyHint: string;
  /** Set only for protocols that sign with the key. */
  readonly secretSealed?: string;
}

export function isSigningKind(kind: ChannelKind): kind is SigningKind {
  return SIGNING_KINDS.some((each) => each === kind);
}

/** Returns a new random key: 43 characters of `A-Za-z0-9` (256 bits) after a prefix. */
export function newChannelKey(): string {
  return PREFIX + randomText(LENGTH, ALPHANUMERIC);
}

const ANY_ASCII = { pattern: /^[\x21-\x7e]{16,128}$/, words: '16 to 128 characters of ASCII without spaces' };
const IN_ADDRESS = { pattern: /^[\w.~-]{16,128}$/, words: '16 to 128 of A-Z a-z 0-9 . _ ~ -' };

/**
 * Rules for a key that the server did not generate. A payment service calls a webhook address that contains the key of
 * its channel.
 */
const KEY_RULES: Record<ChannelKind, { readonly pattern: RegExp; readonly words: string }> = {
  native: ANY_ASCII,
  // acg-faka URL-decodes the key before it signs, and supports at most 64 characters.
  acg: { pattern: /^[\w.~-]{16,64}$/, words: '16 to 64 of A-Z a-z 0-9 . _ ~ -' },
  dujiao: ANY_ASCII,
  stripe: IN_ADDRESS,
  lemonsqueezy: IN_ADDRESS,
  polar: IN_ADDRESS,
  woocommerce: IN_ADDRESS,
  gumroad: IN_ADDRESS,
};

/** Returns the fault of a key that the server did not generate; `undefined` if the key is valid. */
export function channelKeyFault(kind: ChannelKind, key: string): string | undefined {
  const { pattern, words } = KEY_RULES[kind];
  return pattern.test(key) ? undefined : `must be ${words}`;
}

/**
 * Returns the columns for a key. The sealed key is stored only for protocols that sign with the key.
 * @param id the channel's existing id, if its protocol signs with the key; a new key does not change the id
 */
export function channelKeyColumns(
  kind: ChannelKind,
  key: string,
  secrets: SecretBox,
  id?: string,
): ChannelKeyColumns {
  if (!isSigningKind(kind)) return { keyHash: hashChannelKey(key), keyHint: key.slice(0, HINT_LENGTH) };
  const name = id ?? newChannelId(kind);
  return { keyHash: hashChannelKey(name), keyHint: name, secretSealed: secrets.seal(key) };
}

/**
 * Returns a new id that fits into the column `keyHint`. For `acg` it consists of digits, as some shop software expects.
 */
function newChannelId(kind: SigningKind): string {
  return kind === 'acg' ? String(randomInt(100_000_000, 1_000_000_000)) : ID_PREFIX + randomText(10);
}

/** Returns the base64url SHA-256 of a key or id. */
export function hashChannelKey(key: string): string {
  return hash('sha256', key, 'base64url');
}
