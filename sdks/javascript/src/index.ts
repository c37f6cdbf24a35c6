// The package for Node and Electron's main process.
import { BaseClient } from './client.js';
import { misuse } from './core/failure.js';
import { type CommonOptions, isStore } from './core/options.js';
import type { Store } from './core/platform.js';
import { nodePlatform } from './node/platform.js';
import { folderStore, usualFolder } from './node/store.js';

export * from './exports.js';

export interface ClientOptions extends CommonOptions {
  /** A folder, or functions to read and write a text by name; by default a folder of the user. */
  store?: string | Store;
}

/** A client of a Latchkey server. */
export class Client extends BaseClient {
  constructor(options: ClientOptions) {
    super(nodePlatform, options, (appKey) => storeOf(options.store, appKey));
  }
}

function storeOf(store: string | Store | undefined, appKey: string): Store {
  if (store === undefined) return folderStore(usualFolder(appKey));
  if (typeof store === 'string' && store !== '') return folderStore(store);
  if (isStore(store)) return store;
  throw misuse('store: it must be a folder, or an object with read and write');
}
