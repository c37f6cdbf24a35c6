import type { LicenceTerms } from '@app/database';

export type Duration = Pick<LicenceTerms, 'durationUnit' | 'durationAmount'>;

/** Later than any expiry a text of four-digit years can show. */
export const LATEST_EXPIRY = Temporal.Instant.from('9999-12-30T00:00:00Z').epochMilliseconds;

/**
 * The expiry that a duration gives from `start` (epoch milliseconds); null: permanent. Minutes and hours are exact
 * time; days, months and years go by the calendar of `timeZone`, a missing day becoming the month's last.
 */
export function expiryAfter(
  start: number,
  { durationUnit, durationAmount }: Duration,
  timeZone: string,
): number | null {
  if (durationUnit === 'permanent') return null;
  const from = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timeZone);
  return Math.min(from.add({ [durationUnit]: durationAmount }).epochMilliseconds, LATEST_EXPIRY);
}
