/**
 * Returns the start of a calendar day, in epoch milliseconds.
 * @param at a time on the day that is `daysBefore` days after the returned day, in epoch milliseconds
 * @param timeZone IANA time zone of the days
 */
export function startOfDay(at: number, timeZone: string, daysBefore = 0): number {
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .subtract({ days: daysBefore })
    .startOfDay().epochMilliseconds;
}
