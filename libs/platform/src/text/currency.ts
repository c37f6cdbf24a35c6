const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Returns true if a text is an ISO 4217 code, such as `CNY`. `RMB` is not a code. */
export function isCurrency(text: string): boolean {
  return CODES.has(text);
}
