import { type I18nProvider, mergeTranslations, type TranslationMessages } from 'react-admin';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { accountEn } from './areas/account.en';
import { cardsEn } from './areas/cards.en';
import { commonEn } from './areas/common.en';
import { contentEn } from './areas/content.en';
import { overviewEn } from './areas/overview.en';
import { notifiersEn } from './areas/notifiers.en';
import { webhooksEn } from './areas/webhooks.en';
import { searchEn } from './areas/search.en';
import { requestsEn } from './areas/requests.en';
import { salesEn } from './areas/sales.en';
import { type Change, lastChange } from '../api/last-change';
import { firstLocale, LOCALES, type Locale } from './locales';

const en = mergeTranslations(
  english,
  commonEn,
  cardsEn,
  requestsEn,
  salesEn,
  contentEn,
  overviewEn,
  accountEn,
  webhooksEn,
  notifiersEn,
  searchEn,
  { ra: { page: { dashboard: 'Overview' } } },
) as TranslationMessages;

/** English is bundled; Chinese is loaded when it is selected. */
function messagesOf(locale: Locale): TranslationMessages | Promise<TranslationMessages> {
  if (locale === 'en') return en;
  return import('./zh').then(({ zh }) => zh);
}

const provider = polyglotI18nProvider(
  (locale) => messagesOf(locale as Locale),
  'en',
  LOCALES,
  // A text that is already translated, such as a refusal, is not a key and is returned unchanged.
  { allowMissing: true },
);

/** Translations of the panel; also sets the document's language. */
export const i18nProvider: I18nProvider = {
  ...provider,
  translate(key, options) {
    const change = CHANGES[key] && lastChange();
    if (change) return changeText(CHANGES[key]!, change);
    return provider.translate(key, key.startsWith('ra.navigation.') ? withFigures(options) : options);
  },
  async changeLocale(locale, options) {
    await provider.changeLocale(locale, options);
    tellLanguage();
  },
};

/**
 * Loads the visitor's language. Called before the first render, so that a page in another language does not first
 * appear in English. If the language cannot be loaded, the panel stays in English.
 */
export async function loadFirstLanguage(): Promise<void> {
  const locale = firstLocale();
  if (locale !== 'en') await i18nProvider.changeLocale(locale).catch(() => undefined);
}

/** The notifications of react-admin that report changes without the record's name. */
const CHANGES: Record<string, 'created' | 'updated' | 'deleted'> = {
  'ra.notification.created': 'created',
  'ra.notification.updated': 'updated',
  'ra.notification.deleted': 'deleted',
};

/** Says what was changed: “Saved Month”. */
function changeText(kind: 'created' | 'updated' | 'deleted', { resource, name, count }: Change): string {
  const noun = provider.translate(`resources.${resource}.name`, { smart_count: count, _: resource });
  return provider.translate(`panel.notice.${kind}${name === undefined ? '_many' : ''}`, {
    name,
    count,
    // Within a sentence the noun begins with a small letter, except Chinese nouns and abbreviations.
    resource: /^[A-Z][a-z]/.test(noun) ? noun[0]!.toLowerCase() + noun.slice(1) : noun,
  });
}

/** Adds thousands separators to the row and page numbers of lists, which react-admin shows without separators. */
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
