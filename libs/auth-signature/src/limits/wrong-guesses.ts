// Decides which refusals mean that a client guessed a card, user name or password wrongly, and which guesses are the
// same.
import { hash } from 'node:crypto';
import type { RefusalName } from '@app/licensing';
import type { Caller } from '../caller.js';
import { refusalsOf } from '../docs/refuses.decorator.js';
import type { ClientErrorName } from '../errors/error-catalogue.js';

/** Refusals which mean that a card, a user name or a password was guessed wrongly. */
const WRONG = new Set<ClientErrorName | RefusalName>([
  'CARD_UNAVAILABLE',
  'RECHARGE_CARD_UNKNOWN',
  'USER_EXISTS',
  'USER_PASSWORD_WRONG',
  'UNBIND_PASSWORD_WRONG',
  'VARIABLE_CARD_UNKNOWN',
]);

/** Parameters that differ in each request and are not part of a guess. */
const COMMON = new Set(['timestamp', 'nonce', 'sign']);

/** True when a handler's answers reveal whether a guess was right. */
export function revealsGuesses(handler: object): boolean {
  return refusalsOf(handler).some((name) => WRONG.has(name));
}

export function isWrongGuess(failure: ClientErrorName | RefusalName): boolean {
  return WRONG.has(failure);
}

/**
 * Returns a text that is the same for requests with the same guess. A client that repeats requests with a deleted card
 * learns nothing new, and must not cause a ban of an address that others share.
 */
export function fingerprintOf({ application, parameters, ip }: Caller, endpoint: string): string {
  const said = [...parameters].filter(([name]) => !COMMON.has(name)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([application.id, ip, endpoint, said]), 'base64url');
}
