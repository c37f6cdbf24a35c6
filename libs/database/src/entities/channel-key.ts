import { hash } from 'node:crypto';
import { ALPHANUMERIC, randomText } from '@app/platform';

const PREFIX = 'lkc_';
const LENGTH = 43;
const HINT_LENGTH = 8;

/** The columns of a channel's key. */
export interface ChannelKeyColumns {
  readonly keyHash: string;
  readonly keyHint: string;
}

/** Returns a new random key: 43 characters of `A-Za-z0-9` (256 bits) after a prefix. */
export function newChannelKey(): string {
  return PREFIX + randomText(LENGTH, ALPHANUMERIC);
}

/** True for 16–128 characters of ASCII without spaces: the key that an operator chooses. */
export function isChannelKey(text: string): boolean {
  return /^[\x21-\x7e]{16,128}$/.test(text);
}

/** Returns the columns for a key, which itself is never stored. */
export function channelKeyColumns(key: string): ChannelKeyColumns {
  return { keyHash: hashChannelKey(key), keyHint: key.slice(0, HINT_LENGTH) };
}

/** Returns the base64url SHA-256 of a key. */
export function hashChannelKey(key: string): string {
  return hash('sha256', key, 'base64url');
}
