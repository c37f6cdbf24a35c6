import { hash } from 'node:crypto';
import { ALPHANUMERIC, randomText } from '@app/platform';

const LENGTH = 20;

/** Generates a client token: 20 characters of `A-Za-z0-9` (119 bits). */
export function newToken(): string {
  return randomText(LENGTH, ALPHANUMERIC);
}

/** Returns the only stored form of a token: base64url of its SHA-256. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}
