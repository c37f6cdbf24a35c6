import { currencyDecimals } from '../../../libs/platform/src/text/currency-decimals';

/**
 * Formats an amount in minor units, such as 3000 as ¥30.00.
 * @param currency ISO 4217 code
 */
export function formatMoney(minorUnits: number, currency: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(
    majorUnits(minorUnits, currency),
  );
}

/** Formats an amount for the axis of a chart, such as 123400 as ¥1.2K. */
export function formatMoneyShort(minorUnits: number, currency: string, locale: string): string {
  const short = { currencyDisplay: 'narrowSymbol', notation: 'compact' } as const;
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...short });
  return format.format(majorUnits(minorUnits, currency));
}

function majorUnits(minorUnits: number, currency: string): number {
  return minorUnits / 10 ** currencyDecimals(currency);
}
