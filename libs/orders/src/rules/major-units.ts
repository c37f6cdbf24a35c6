import { currencyDecimals } from '@app/platform';

/**
 * Returns an amount in major units, with as many decimal places as the currency has: `30.00` for 3000 of CNY, `3000`
 * for 3000 of JPY.
 * @param minor whole number of minor units, at least 0
 * @param currency ISO 4217 code; the amount in an unknown currency has 2 decimal digits
 */
export function majorUnits(minor: number, currency: string): string {
  const digits = currencyDecimals(currency);
  if (digits === 0) return String(minor);
  const text = String(minor).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
