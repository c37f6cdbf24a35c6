import type { NotifierLanguage } from '@app/database';
import { currencyDecimals } from '@app/platform';

/** Returns a moment such as `2026-01-15 20:00` in a time zone. */
export function formatTime(epochMs: number, { timeZone }: { readonly timeZone: string }): string {
  const time = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
  return `${time.toPlainDate().toString()} ${time.toPlainTime().toString({ smallestUnit: 'minute' })}`;
}

export function formatNumber(value: number, language: NotifierLanguage): string {
  return new Intl.NumberFormat(language).format(value);
}

/**
 * Returns an amount in major units with its currency, such as `¥30.00`.
 * @param minor minor units, such as cents
 * @param currency ISO 4217
 */
export function formatMoney(minor: number, currency: string, language: NotifierLanguage): string {
  try {
    const format = new Intl.NumberFormat(language, { style: 'currency', currency });
    return format.format(minor / 10 ** currencyDecimals(currency));
  } catch {
    return `${minor} ${currency}`;
  }
}
