import { hash } from 'node:crypto';
import { ALPHANUMERIC, randomText } from '@app/platform';

const LENGTH = 20;

/** A token for a client to carry: 20 characters of `A-Za-z0-9` (119 bits). */
export function newToken(): string {
  return randomText(LENGTH, ALPHANUMERIC);
}

/** The only form of a token that is kept: base64url of its SHA-256. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}
