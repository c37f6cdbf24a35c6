const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/**
 * Returns a time relative to now in the largest unit that fits, rounded down, such as "5 min. ago" or "in 2 days".
 * @param at epoch milliseconds
 * @param now epoch milliseconds
 */
export function relativeTime(at: number, now: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  const distance = at - now;
  const [unit, length] = UNITS.find(([, length]) => Math.abs(distance) >= length) ?? UNITS[3];
  return format.format(Math.trunc(distance / length), unit);
}
