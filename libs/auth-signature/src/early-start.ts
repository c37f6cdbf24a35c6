import type { Caller } from './caller.js';

/**
 * Begins, while a request's nonce is being claimed, to look up what the request will need. It may only read: the nonce
 * may turn out to be taken.
 */
export abstract class EarlyStart {
  abstract start(caller: Caller): void;
}
