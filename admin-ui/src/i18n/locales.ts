import { panelStore } from '../layout/panel-store';

export type Locale = 'en' | 'zh';

export const LOCALES: { locale: Locale; name: string }[] = [
  { locale: 'en', name: 'English' },
  { locale: 'zh', name: '简体中文' },
];

/** Returns the last selected locale, or else the browser's first locale that is available. */
export function firstLocale(): Locale {
  const wanted = [panelStore.getItem<string>('locale'), ...navigator.languages];
  for (const language of wanted) {
    const known = LOCALES.find(({ locale }) => language?.split('-')[0]?.toLowerCase() === locale);
    if (known) return known.locale;
  }
  return 'en';
}
