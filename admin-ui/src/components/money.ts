/**
 * Formats an amount in minor units, such as 3000 as ¥30.00.
 * @param currency ISO 4217 code
 */
export function formatMoney(minorUnits: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return format.format(minorUnits / 10 ** digits);
}
