/**
 * Returns the start of the calendar day that is `daysBefore` days before the day of `at`, in epoch milliseconds.
 * @param at epoch milliseconds
 * @param timeZone IANA time zone of the days
 */
export function startOfDay(at: number, timeZone: string, daysBefore = 0): number {
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .subtract({ days: daysBefore })
    .startOfDay().epochMilliseconds;
}
