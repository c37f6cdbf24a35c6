import type { Day } from './days.js';

/** The days of a month on which a session was alive, as `ActiveHolder` stores them. */
export interface ActiveDays {
  /** Year and month, such as 202601. */
  readonly month: number;
  readonly days: number;
}

/**
 * Returns the days on which a session was alive: from its login to its last heartbeat.
 * @param known the days to consider, in order
 */
export function activeDays(
  { createdAt, lastSeenAt }: { createdAt: number; lastSeenAt: number },
  known: readonly Day[],
): ActiveDays[] {
  const months = new Map<number, number>();
  for (const { day, startsAt, endsAt } of known) {
    if (createdAt < endsAt && lastSeenAt >= startsAt) {
      const month = monthOf(day);
      months.set(month, (months.get(month) ?? 0) | bitOf(day));
    }
  }
  return [...months].map(([month, days]) => ({ month, days }));
}

/** Returns the month of a date, such as 202601. */
export function monthOf(date: string): number {
  return Number(date.slice(0, 4) + date.slice(5, 7));
}

/** Returns the bit of a date within its month. */
export function bitOf(date: string): number {
  return 1 << (Number(date.slice(8, 10)) - 1);
}

/** Returns the bits of a month up to and including a date. */
export function bitsUntil(date: string): number {
  return (bitOf(date) - 1) | bitOf(date);
}
