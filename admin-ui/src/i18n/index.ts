import { type I18nProvider, mergeTranslations, type TranslationMessages } from 'react-admin';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { accountEn } from './areas/account.en';
import { cardsEn } from './areas/cards.en';
import { commonEn } from './areas/common.en';
import { contentEn } from './areas/content.en';
import { overviewEn } from './areas/overview.en';
import { firstLocale, LOCALES, type Locale } from './locales';

const en = mergeTranslations(
  english,
  commonEn,
  cardsEn,
  contentEn,
  overviewEn,
  accountEn,
) as TranslationMessages;

/** English comes with the panel; Chinese is fetched when it is chosen. */
async function messagesOf(locale: Locale): Promise<TranslationMessages> {
  if (locale === 'en') return en;
  return (await import('./zh')).zh;
}

async function firstWords(): Promise<{ locale: Locale; messages: TranslationMessages }> {
  const locale = firstLocale();
  try {
    return { locale, messages: await messagesOf(locale) };
  } catch {
    return { locale: 'en', messages: en };
  }
}

// Waited for before anything is drawn, so that nobody sees English first who does not want it.
const first = await firstWords();

const provider = polyglotI18nProvider(
  (locale) => (locale === first.locale ? first.messages : messagesOf(locale as Locale)),
  first.locale,
  LOCALES,
  // What is said already, such as a refusal, is no key of ours, and comes back as it is.
  { allowMissing: true },
);

/** The words of the panel; the document says which language they are in. */
export const i18nProvider: I18nProvider = {
  ...provider,
  translate(key, options) {
    return provider.translate(key, key.startsWith('ra.navigation.') ? withFigures(options) : options);
  },
  async changeLocale(locale, options) {
    await provider.changeLocale(locale, options);
    tellLanguage();
  },
};

/** React-admin gives the numbers of a list's rows and pages as they are, which are hard to read when they are large. */
function withFigures(options: Record<string, unknown> = {}): Record<string, unknown> {
  const entries = Object.entries(options);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'number' ? value.toLocaleString() : value]),
  );
}

function tellLanguage(): void {
  document.documentElement.lang = provider.getLocale() === 'zh' ? 'zh-CN' : 'en';
}
tellLanguage();
