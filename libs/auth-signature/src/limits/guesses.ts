import { hash } from 'node:crypto';
import type { RefusalName } from '@app/licensing';
import type { Caller } from '../caller.js';
import { refusalsOf } from '../docs/refuses.decorator.js';
import type { ClientErrorName } from '../errors/error-catalogue.js';

/** What a card, a user name or a password is refused with that may have been a guess. */
const WRONG = new Set<ClientErrorName | RefusalName>([
  'CARD_UNAVAILABLE',
  'RECHARGE_CARD_UNKNOWN',
  'USER_EXISTS',
  'USER_PASSWORD_WRONG',
  'UNBIND_PASSWORD_WRONG',
  'VARIABLE_CARD_UNKNOWN',
]);

/** Different in each request. */
const COMMON = new Set(['timestamp', 'nonce', 'sign']);

/** Whether a handler tells right guesses from wrong ones. */
export function tellsGuesses(handler: object): boolean {
  return refusalsOf(handler).some((name) => WRONG.has(name));
}

export function isWrongGuess(failure: ClientErrorName | RefusalName): boolean {
  return WRONG.has(failure);
}

/**
 * Says the same of requests that guess the same. A client that goes on asking with a card that is gone learns nothing
 * new, and is no reason to close an address that many others share.
 */
export function fingerprintOf({ application, parameters, ip }: Caller, endpoint: string): string {
  const said = [...parameters].filter(([name]) => !COMMON.has(name)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([application.id, ip, endpoint, said]), 'base64url');
}
