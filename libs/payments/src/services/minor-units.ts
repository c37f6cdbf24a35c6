/** Currencies without decimals whose amounts Stripe and Polar multiply by 100. */
const TIMES_100 = new Set(['ISK', 'UGX']);
/** The currency with decimals whose amounts Stripe and Polar send without them. */
const WITHOUT_DECIMALS = 'MGA';

/** Returns an amount of Stripe, or of Polar, which follows Stripe, in the currency's minor units (ISO 4217). */
export function minorUnits(amount: number, currency: string | undefined): number {
  const code = currency?.toUpperCase() ?? '';
  if (TIMES_100.has(code)) return Math.round(amount / 100);
  return code === WITHOUT_DECIMALS ? amount * 100 : amount;
}
