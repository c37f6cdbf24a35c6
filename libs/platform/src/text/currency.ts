const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Returns true if a text is an ISO 4217 code, such as `CNY`. `RMB` is not a code. */
export function isCurrency(text: string): boolean {
  return CODES.has(text);
}

/**
 * Returns a currency's number of decimals (ISO 4217), such as 2 for CNY and 0 for JPY. Unknown currencies have 2
 * decimals.
 */
export function currencyDecimals(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}
