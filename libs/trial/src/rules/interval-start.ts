/**
 * Midnight of a Monday, from which intervals are counted. Intervals of a day therefore begin at midnight, intervals of
 * a week on Monday.
 */
const ANCHOR = Temporal.PlainDateTime.from('2001-01-01T00:00');

/**
 * Returns the start of the interval that contains `now`, both in epoch milliseconds. Intervals are counted from
 * `ANCHOR` in hours of the time zone's wall clock, so an interval of a day lasts 23 or 25 hours when the clocks change.
 */
export function intervalStart(now: number, hours: number, timeZone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDateTime();
  const passed = local.since(ANCHOR, { largestUnit: 'hours' }).total('hours');
  const start = ANCHOR.add({ hours: Math.floor(passed / hours) * hours });
  return start.toZonedDateTime(timeZone).epochMilliseconds;
}
