// The package for browsers and Electron's windows.
import { browserPlatform } from './browser/platform.js';
import { BaseClient } from './client.js';
import { misuse } from './core/failure.js';
import { type CommonOptions, isStore } from './core/options.js';
import type { Store } from './core/platform.js';

export * from './exports.js';

export interface ClientOptions extends CommonOptions {
  /** Functions to read and write a text by name; by default `localStorage`. */
  store?: Store;
}

/** A client of a Latchkey server. Everyone who opens the page can read the secret in it. */
export class Client extends BaseClient {
  constructor(options: ClientOptions) {
    super(browserPlatform, options, (appKey) => storeOf(options.store, appKey));
  }
}

function storeOf(store: Store | undefined, appKey: string): Store {
  if (isStore(store)) return store;
  if (store !== undefined) throw misuse('store: it must be an object with read and write');
  const key = (name: string) => `latchkey.${appKey}.${name}`;
  return {
    read: (name) => localStorage.getItem(key(name)),
    write: (name, text) => localStorage.setItem(key(name), text),
  };
}
