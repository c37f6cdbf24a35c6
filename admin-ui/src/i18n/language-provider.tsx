import { type ReactNode, useMemo } from 'react';
import { I18nContext, useLocale } from 'react-admin';
import { i18nProvider } from './index';

/**
 * Shows all texts in a newly selected language. Pages keep what was typed and secrets that are shown only once, since
 * nothing is remounted.
 */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const locale = useLocale();
  // `useTranslate` returns a new function, and its users render again, only if the provider is a new object.
  const provider = useMemo(() => ({ ...i18nProvider, getLocale: () => locale }), [locale]);
  return <I18nContext.Provider value={provider}>{children}</I18nContext.Provider>;
}
