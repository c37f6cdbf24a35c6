import { useMemo } from 'react';
import { type TranslateFunction, useTranslate } from 'react-admin';
import { formatMoney, formatMoneyShort } from '../components/money';
import { TIME_FORMAT, useFormatLocale, useTimeZone } from '../components/use-format-time';

type BucketLength = 'hour' | 'day';

/**
 * Returns formatters of numbers and times in the selected language.
 * @param statsTimeZone time zone of the hours and days of statistics; by default the panel's, as for all other times
 */
export function useFormats(statsTimeZone?: string) {
  const locale = useFormatLocale();
  const panelTimeZone = useTimeZone();
  const timeZone = statsTimeZone ?? panelTimeZone;
  const translate = useTranslate();
  return useMemo(() => formatsOf(locale, timeZone, translate), [locale, timeZone, translate]);
}

function formatsOf(locale: string, timeZone: string, translate: TranslateFunction) {
  const figures = new Intl.NumberFormat(locale);
  const buckets = {
    hour: new Intl.DateTimeFormat(locale, {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    }),
    day: new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone }),
  };
  const moments = new Intl.DateTimeFormat(locale, { ...TIME_FORMAT, timeZone });
  const inZone = new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  const dates = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  return {
    figure: (value: number) => figures.format(value),
    bucket: (at: number, by: BucketLength) => buckets[by].format(at),
    /** The name of an hour or day, marked if it is not over. */
    bucketName: (at: number, by: BucketLength, isOpen: boolean) =>
      isOpen ? translate('panel.dashboard.so_far', { when: buckets[by].format(at) }) : buckets[by].format(at),
    moment: (at: number) => moments.format(at),
    /** A moment without its year. */
    momentIn: (at: number) => inZone.format(at),
    /** @param date such as 2026-01-15 */
    date: (date: string) => dates.format(Date.parse(date)),
    percent: (share: number) => percents.format(share),
    money: (minorUnits: number, currency: string) => formatMoney(minorUnits, currency, locale),
    moneyShort: (minorUnits: number, currency: string) => formatMoneyShort(minorUnits, currency, locale),
  };
}
