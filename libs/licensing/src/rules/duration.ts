import type { DurationUnit, LicenceTerms } from '@app/database';

export type Duration = Pick<LicenceTerms, 'durationUnit' | 'durationAmount'>;

/** Latest possible expiry. It lies in the year 9999, because texts show the year with four digits. */
export const LATEST_EXPIRY = Temporal.Instant.from('9999-12-30T00:00:00Z').epochMilliseconds;

/**
 * Longest step in either direction. A step of this length leads beyond every possible expiry. Longer steps could leave
 * the range of `Temporal`, which ends in the year 275760. Steps in the other units stay within this range, because
 * amounts are limited.
 */
const MAX_STEP: Partial<Record<DurationUnit, number>> = { months: 12 * 10_000, years: 10_000 };

/**
 * Returns the expiry of a duration that begins at `start` (epoch milliseconds), or `null` if permanent. Minutes and
 * hours are exact durations. Days, months and years follow the calendar of `timeZone`; a date that does not exist
 * becomes the last day of the month. The expiry is `LATEST_EXPIRY` at the latest. With a negative amount, the result
 * lies before `start`.
 */
export function expiryAfter(
  start: number,
  { durationUnit, durationAmount }: Duration,
  timeZone: string,
): number | null {
  if (durationUnit === 'permanent') return null;
  const unit: keyof Temporal.DurationLikeObject = durationUnit;
  const from = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timeZone);
  const most = MAX_STEP[durationUnit] ?? Infinity;
  const amount = Math.min(Math.max(durationAmount, -most), most);
  return Math.min(from.add({ [unit]: amount }).epochMilliseconds, LATEST_EXPIRY);
}
