import { localStorageStore, memoryStore, type Store } from 'react-admin';

/** Stored settings that are kept at a sign-out. */
const KEPT = new Set(['locale', 'theme', 'sidebar.open', 'application', 'getting_started.dismissed']);
/** Settings that each tab has for itself. A new tab begins with what was set last. */
const OF_TAB = new Set(['application', 'sidebar.open']);

/**
 * The id of the administrator who has signed in with this browser, or `SIGNED_OUT`. The panel cannot read the session
 * cookie. Without this mark, each visit of a signed-out visitor would begin with a request that the server refuses, and
 * a tab would not notice that another tab has signed in with a different account.
 */
export const SIGN_IN_MARK = 'signed_in';
/**
 * Value of the mark after a sign-out, which makes other tabs leave their pages. If a session ends without a sign-out,
 * the mark is removed, and other tabs stay on their pages.
 */
export const SIGNED_OUT = false;

const store = localStorageStore('1', 'Latchkey');
/** The selected rows of lists. Each tab has its own selections, and a reload forgets them. */
const selections = memoryStore();

function storeOf(key: string): Store {
  return key.endsWith('.selectedIds') ? selections : store;
}

/** Stores language, theme, columns and saved filters in the browser. A sign-out keeps only `KEPT`. */
export const panelStore: Store = {
  ...store,
  setup() {
    store.setup();
    selections.setup();
  },
  teardown() {
    store.teardown();
    selections.teardown();
  },
  getItem<T>(key: string, defaultValue?: T) {
    const ofTab = OF_TAB.has(key) ? sessionStorage.getItem(key) : null;
    return ofTab === null ? storeOf(key).getItem<T>(key, defaultValue) : (JSON.parse(ofTab) as T);
  },
  setItem(key, value) {
    if (OF_TAB.has(key)) sessionStorage.setItem(key, JSON.stringify(value ?? null));
    storeOf(key).setItem(key, value);
  },
  subscribe: (key, callback) =>
    // The store also reports changes in another tab. The callback must get the value of this tab instead.
    storeOf(key).subscribe(key, OF_TAB.has(key) ? () => callback(panelStore.getItem(key)) : callback),
  reset() {
    // React-admin also calls this for a visitor who is not signed in, while other tabs still use their settings.
    if (store.getItem(SIGN_IN_MARK) !== SIGNED_OUT) return;
    for (const key of Object.keys(store.listItems?.() ?? {})) if (!KEPT.has(key)) store.removeItem(key);
  },
};
