import type { Store } from 'react-admin';
import { panelStore } from '../layout/panel-store';
import { i18nProvider } from './index';
import { firstLocale, type Locale } from './locales';

let loading: Promise<Locale> | undefined;

/**
 * The panel's store, which reports a language selected in this or another tab only when its texts are loaded. If
 * react-admin had to load the texts itself, it would then remount the whole panel. (If the texts cannot be loaded, it
 * tries again and reports the error.)
 */
export const languageStore: Store = {
  ...panelStore,
  subscribe: (key, callback) =>
    panelStore.subscribe(key, key === 'locale' ? () => void whenLoaded().then(callback) : callback),
};

/** Returns the selected language after its texts were loaded, once for all subscribers. */
function whenLoaded(): Promise<Locale> {
  loading ??= load().finally(() => (loading = undefined));
  return loading;
}

async function load(): Promise<Locale> {
  const locale = firstLocale();
  if (i18nProvider.getLocale() !== locale) await i18nProvider.changeLocale(locale).catch(() => undefined);
  // Another language may have been selected in the meantime.
  return locale === firstLocale() ? locale : load();
}
