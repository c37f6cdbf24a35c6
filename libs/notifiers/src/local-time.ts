/**
 * Returns the epoch milliseconds of a time of day. If the clocks skip from 02:00 to 03:00, 02:30 counts as 03:30.
 * @param time such as `08:00`
 */
export function toEpochMs(day: Temporal.PlainDate, time: string, timeZone: string): number {
  return day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;
}
