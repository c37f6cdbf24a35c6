import type { DurationUnit, Language } from '@app/database';

/** Placeholders of a card template, each written in braces. */
export const CARD_PLACEHOLDERS = ['card', 'type', 'duration', 'batch', 'note', 'application'] as const;
export type CardPlaceholder = (typeof CARD_PLACEHOLDERS)[number];

/** The template of applications that have no template of their own. */
export const DEFAULT_CARD_TEMPLATE = '{card}';

const PLACEHOLDER = /\{([a-z]+)\}/gi;
const KNOWN = new Set<string>(CARD_PLACEHOLDERS);

type TimedUnit = Exclude<DurationUnit, 'permanent'>;

const UNITS: Record<Language, Record<TimedUnit, string>> = {
  en: { minutes: 'minute', hours: 'hour', days: 'day', months: 'month', years: 'year' },
  'zh-CN': { minutes: '分钟', hours: '小时', days: '天', months: '个月', years: '年' },
};
const PERMANENT: Record<Language, string> = { en: 'permanent', 'zh-CN': '永久' };

/** True if the template contains the placeholder `{card}` and no unknown placeholder. */
export function isCardTemplate(template: string): boolean {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name]) => name!);
  return names.includes('card') && names.every((name) => KNOWN.has(name));
}

/** Replaces the placeholders of a card template. Braces in the values stay as they are. */
export function fillCardTemplate(
  template: string,
  values: Readonly<Record<CardPlaceholder, string>>,
): string {
  return template.replace(PLACEHOLDER, (place, name: string) =>
    KNOWN.has(name) ? values[name as CardPlaceholder] : place,
  );
}

/** Returns a duration in words, such as `30 days` or `30天`. */
export function durationText(unit: DurationUnit, amount: number, language: Language): string {
  if (unit === 'permanent') return PERMANENT[language];
  const name = UNITS[language][unit];
  if (language === 'zh-CN') return `${amount}${name}`;
  return `${amount} ${name}${amount === 1 ? '' : 's'}`;
}
