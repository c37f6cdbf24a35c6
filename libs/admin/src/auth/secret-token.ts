import { createHmac, hash } from 'node:crypto';
import { ALPHANUMERIC, randomText } from '@app/platform';

const LENGTH = 43;

/** Returns a new random token: 43 characters of `A-Za-z0-9` (256 bits) after a prefix. */
export function newSecretToken(prefix = ''): string {
  return prefix + randomText(LENGTH, ALPHANUMERIC);
}

/** Returns the base64url SHA-256 of a token, the only form in which it is stored. */
export function hashSecretToken(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** Derives the CSRF token from the session's token. The session's token cannot be derived from the CSRF token. */
export function csrfTokenOf(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url');
}
