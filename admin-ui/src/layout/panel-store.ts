import { localStorageStore, type Store } from 'react-admin';

/** What belongs to the browser and not to who is signed in. */
const KEPT = new Set(['locale', 'theme', 'sidebar.open', 'application', 'getting_started.dismissed']);

const store = localStorageStore('1', 'Latchkey');

/** Language, theme, columns and saved filters are remembered in the browser; signing out forgets what is personal. */
export const panelStore: Store = {
  ...store,
  reset() {
    for (const key of Object.keys(store.listItems?.() ?? {})) if (!KEPT.has(key)) store.removeItem(key);
  },
};
