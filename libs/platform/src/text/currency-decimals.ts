/**
 * Currencies whose number of decimals is not 2. `Intl` is not used, since it returns the number of decimals that is
 * usually shown, which can be smaller.
 */
const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...listed(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...listed(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...listed(4, 'CLF UYW'),
]);

/**
 * Returns a currency's number of decimals (ISO 4217), such as 2 for CNY and 0 for JPY. Unknown currencies have 2
 * decimals.
 */
export function currencyDecimals(currency: string): number {
  return DECIMALS.get(currency) ?? 2;
}

function listed(decimals: number, codes: string): [string, number][] {
  return codes.split(' ').map((code) => [code, decimals]);
}
