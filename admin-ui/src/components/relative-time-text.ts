const UNITS = [
  { unit: 'day', ms: 86_400_000, from: 172_800_000 },
  { unit: 'hour', ms: 3_600_000, from: 3_600_000 },
  { unit: 'minute', ms: 60_000, from: 60_000 },
  { unit: 'second', ms: 1000, from: 0 },
] as const;

/**
 * Returns a relative time in words, such as `5 min. ago` or `in 12 sec.`, rounded down. From 48 hours on, the unit is
 * the day.
 * @param ms negative: in the past
 */
export function relativeTime(ms: number, locale: string): string {
  const { unit, ms: length } = UNITS.find(({ from }) => Math.abs(ms) >= from)!;
  const count = Math.trunc(ms / length);
  // `-0` is the past: "0 sec. ago".
  return new Intl.RelativeTimeFormat(locale, { style: 'short' }).format(
    count === 0 && ms <= 0 ? -0 : count,
    unit,
  );
}
