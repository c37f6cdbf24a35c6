import type { LicenceTerms } from '@app/database';

export type Duration = Pick<LicenceTerms, 'durationUnit' | 'durationAmount'>;

/** Latest expiry, since texts show years with four digits. */
export const LATEST_EXPIRY = Temporal.Instant.from('9999-12-30T00:00:00Z').epochMilliseconds;

/**
 * Returns the expiry of a duration that begins at `start` (epoch milliseconds), or `null` if permanent. Minutes and
 * hours are exact durations. Days, months and years follow the calendar of `timeZone`; a date that does not exist
 * becomes the last day of the month.
 */
export function expiryAfter(
  start: number,
  { durationUnit, durationAmount }: Duration,
  timeZone: string,
): number | null {
  if (durationUnit === 'permanent') return null;
  const unit: keyof Temporal.DurationLikeObject = durationUnit;
  const from = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timeZone);
  return Math.min(from.add({ [unit]: durationAmount }).epochMilliseconds, LATEST_EXPIRY);
}
