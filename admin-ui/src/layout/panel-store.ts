import { localStorageStore, type Store } from 'react-admin';

/** Settings of the browser that survive a sign-out. */
const KEPT = new Set(['locale', 'theme', 'sidebar.open', 'application', 'getting_started.dismissed']);

const store = localStorageStore('1', 'Latchkey');

/** Stores language, theme, columns and saved filters in the browser. A sign-out keeps only `KEPT`. */
export const panelStore: Store = {
  ...store,
  reset() {
    for (const key of Object.keys(store.listItems?.() ?? {})) if (!KEPT.has(key)) store.removeItem(key);
  },
};
