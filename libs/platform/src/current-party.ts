import { AsyncLocalStorage } from 'node:async_hooks';
import type { Party } from './turn-queue.js';

/** The party of the server's own work outside of requests. */
const SERVER: Party = ['server'];

/** Computes a request's party. Called only when the request needs a semaphore's permit: many requests need none. */
type FindParty = () => Party;

const current = new AsyncLocalStorage<{ who: FindParty } | undefined>();

/** Runs a request. All code that `run` calls can get the request's party. */
export function runAsRequest<T>(run: () => T): T {
  return current.run({ who: () => SERVER }, run);
}

/** Runs work for a party other than that of the current request. */
export function runAs<T>(party: Party, run: () => T): T {
  return current.run({ who: () => party }, run);
}

/** Sets the party of the current request. */
export function setParty(who: FindParty): void {
  const request = current.getStore();
  if (request) request.who = who;
}

/**
 * Returns the party of the current request. With this function, code can queue at a semaphore without access to the
 * request.
 */
export function currentParty(): Party {
  return current.getStore()?.who() ?? SERVER;
}

/** Creates an object that outlives the current request, without keeping the request in memory. */
export function outsideRequest<T>(make: () => T): T {
  return current.run(undefined, make);
}
