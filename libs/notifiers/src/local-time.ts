/**
 * Returns the epoch milliseconds of a time of day. If the clocks skip this time, the time after the change is used.
 * @param time such as `08:00`
 */
export function toEpochMs(day: Temporal.PlainDate, time: string, timeZone: string): number {
  return day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;
}
