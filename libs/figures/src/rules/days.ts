/** A day of an application. */
export interface Day {
  /** Calendar date, such as `2026-01-15`. */
  readonly day: string;
  /** Epoch milliseconds. */
  readonly startsAt: number;
  /** Epoch milliseconds, exclusive. */
  readonly endsAt: number;
}

/** Returns the calendar date of a moment, such as `2026-01-15`. */
export function dateAt(at: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** Returns the date `days` days later or, with a negative number, earlier. */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** Returns the day that contains a moment, for an application that has no days yet. */
export function firstDay(at: number, timeZone: string): Day {
  const day = dateAt(at, timeZone);
  return { day, startsAt: startOf(day, timeZone), endsAt: startOf(addDays(day, 1), timeZone) };
}

/**
 * Returns the day after another one. It starts where the previous day ended, even if the application's time zone was
 * changed in between. Every moment therefore belongs to exactly one day, and each order is counted once. The day on
 * which the time zone changes is longer or shorter than usual, and may be empty.
 */
export function nextDay({ day, endsAt }: Pick<Day, 'day' | 'endsAt'>, timeZone: string): Day {
  const next = addDays(day, 1);
  return { day: next, startsAt: endsAt, endsAt: Math.max(endsAt, startOf(addDays(next, 1), timeZone)) };
}

/** Returns the days from `first` to the one that contains a moment. */
export function daysUntil(first: Day, at: number, timeZone: string): Day[] {
  const days = [first];
  while (days.at(-1)!.endsAt <= at) days.push(nextDay(days.at(-1)!, timeZone));
  return days;
}

/** Returns the start of a date. If the clocks go forward at midnight on this date, the day starts at 1 o'clock. */
function startOf(date: string, timeZone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds;
}
