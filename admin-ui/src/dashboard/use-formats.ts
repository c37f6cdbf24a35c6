import { formatMoney, formatMoneyShort } from '../components/money';
import { useFormatLocale } from '../components/use-format-time';

export type BucketLength = 'hour' | 'day';

/**
 * Returns formatters of numbers and times in the selected language.
 * @param timeZone time zone of the days; hours and moments use the browser's
 */
export function useFormats(timeZone?: string) {
  const locale = useFormatLocale();
  const figures = new Intl.NumberFormat(locale);
  const buckets = {
    hour: new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    day: new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', ...(timeZone && { timeZone }) }),
  };
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const dates = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  return {
    figure: (value: number) => figures.format(value),
    bucket: (at: number, by: BucketLength) => buckets[by].format(at),
    moment: (at: number) => moments.format(at),
    /** @param date such as 2026-01-15 */
    date: (date: string) => dates.format(Date.parse(date)),
    percent: (share: number) => percents.format(share),
    money: (minorUnits: number, currency: string) => formatMoney(minorUnits, currency, locale),
    moneyShort: (minorUnits: number, currency: string) => formatMoneyShort(minorUnits, currency, locale),
  };
}
