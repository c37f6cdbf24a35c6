import { AsyncLocalStorage } from 'node:async_hooks';
import type { Party } from './turn-queue.js';

/** What the server does by itself. */
const SERVER: Party = ['server'];

/** Asked for only where somebody waits: most requests come to no line. */
type WhoAsks = () => Party;

const current = new AsyncLocalStorage<{ who: WhoAsks } | undefined>();

/** Begins a request: whatever it sets off can ask for whom it is done. */
export function asRequest<T>(run: () => T): T {
  return current.run({ who: () => SERVER }, run);
}

/** Says who sent the request that runs. */
export function workFor(who: WhoAsks): void {
  const request = current.getStore();
  if (request) request.who = who;
}

/** For whom the running code works, so that lines deep below a request know its party. */
export function currentParty(): Party {
  return current.getStore()?.who() ?? SERVER;
}

/** Makes what outlives the request, which would keep the request in memory. */
export function besideRequest<T>(make: () => T): T {
  return current.run(undefined, make);
}
