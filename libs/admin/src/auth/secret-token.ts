import { createHmac, hash } from 'node:crypto';
import { ALPHANUMERIC, randomText } from '@app/platform';

const LENGTH = 43;

/** A secret to show who one is: 43 characters of `A-Za-z0-9` (256 bits) after a prefix. */
export function newSecretToken(prefix = ''): string {
  return prefix + randomText(LENGTH, ALPHANUMERIC);
}

/** The only form of such a secret that is kept: base64url of its SHA-256. */
export function hashSecretToken(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** Follows from the session's token, and leads back to it for nobody. */
export function csrfTokenOf(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url');
}
