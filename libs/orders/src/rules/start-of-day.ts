/**
 * Returns the start of the calendar day, in epoch milliseconds.
 * @param now epoch milliseconds
 */
export function startOfDay(now: number, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).startOfDay()
    .epochMilliseconds;
}
