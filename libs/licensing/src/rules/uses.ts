import { LIMITS, type LicenceHolder, type UsesPeriod } from '@app/database';
import { isFromWrongClock } from './wrong-clock.js';

/** The columns that determine how many uses a holder has left. */
export type Counter = Pick<LicenceHolder, 'uses' | 'usesPeriod' | 'usesUsed' | 'usesCountedAt'>;

/** The uses of a counted holder at one moment. */
export interface Uses {
  readonly left: number;
  /** Uses in total, or per period. `left` can exceed `total` after an administrator added uses to a period. */
  readonly total: number;
  /** Time of the next refill, in epoch milliseconds; null if the uses are never refilled. */
  readonly resetsAt: number | null;
}

const [, MAX_USES] = LIMITS.uses;

/**
 * Returns the uses of a holder; undefined if the holder is not counted. Periods begin at midnight in the application's
 * time zone, months on their first day. A refill writes nothing: this function computes it when the uses are read.
 * @param now epoch milliseconds
 */
export function usesOf(counter: Counter, now: number, timeZone: string): Uses | undefined {
  const { uses: total, usesPeriod } = counter;
  if (total === null) return undefined;
  const at = countedAt(counter, now);
  const resetsAt = usesPeriod === 'none' ? null : borders(usesPeriod, at, timeZone).end;
  return { left: total - usedAt(counter, at, timeZone), total, resetsAt };
}

/**
 * Returns the number of uses left now, computed from uses that were read earlier.
 * @param now epoch milliseconds
 */
export function usesLeft({ left, total, resetsAt }: Uses, now: number): number {
  return resetsAt !== null && now >= resetsAt ? total : left;
}

/**
 * Returns the new column values after consuming uses; undefined if too few are left.
 * @param amount at least 1
 * @param now epoch milliseconds
 */
export function consumeUses(
  counter: Counter,
  amount: number,
  now: number,
  timeZone: string,
): Pick<Counter, 'usesUsed' | 'usesCountedAt'> | undefined {
  const at = countedAt(counter, now);
  const usesUsed = usedAt(counter, at, timeZone) + amount;
  return usesUsed > (counter.uses ?? 0) ? undefined : { usesUsed, usesCountedAt: at };
}

/** True if the uses of one holder can be added to those of the other, or if neither holder is counted. */
export function countAlike(a: Counter, b: Counter): boolean {
  return a.uses === null || b.uses === null ? a.uses === b.uses : a.usesPeriod === b.usesPeriod;
}

/**
 * Returns the new column values after adding uses or, with a negative amount, removing uses. Without a period, added
 * uses increase the total. With a period, they increase only the uses left in the current period. Removed uses count as
 * consumed. Afterwards between 0 and 1,000,000,000 uses are left.
 * @param now epoch milliseconds
 */
export function addUses(counter: Counter, amount: number, now: number, timeZone: string): Partial<Counter> {
  const total = counter.uses!;
  const at = countedAt(counter, now);
  const used = usedAt(counter, at, timeZone);
  if (amount < 0) return { usesUsed: Math.min(used - amount, total), usesCountedAt: at };
  const added = Math.max(0, Math.min(amount, MAX_USES - (total - used)));
  if (counter.usesPeriod !== 'none') return { usesUsed: used - added, usesCountedAt: at };
  const uses = Math.min(total + added, MAX_USES);
  return { uses, usesUsed: uses - (total - used + added) };
}

/**
 * Returns the new column values that set the uses left to `left`. With a period, they apply until the period ends.
 * @param now epoch milliseconds
 */
export function setUses({ uses, usesPeriod }: Counter, left: number, now: number): Partial<Counter> {
  if (usesPeriod === 'none' && left > uses!) return { uses: left, usesUsed: 0, usesCountedAt: now };
  return { usesUsed: uses! - left, usesCountedAt: now };
}

/**
 * Returns the new number of consumed uses for a holder whose `usesPeriod` is changed, for example from day to month.
 * Uses that were refilled under the old setting no longer count as consumed. `usesCountedAt` does not change, so that a
 * refill under the new setting can restore the rest.
 * @param now epoch milliseconds
 */
export function applyRefills(counter: Counter, now: number, timeZone: string): Pick<Counter, 'usesUsed'> {
  return { usesUsed: usedAt(counter, countedAt(counter, now), timeZone) };
}

/**
 * Returns the time at which uses are counted: `now`, or the stored time if it is later because another process's clock
 * is slightly ahead. Otherwise a period could be refilled twice.
 */
function countedAt({ usesCountedAt }: Counter, now: number): number {
  if (usesCountedAt === null || isFromWrongClock(usesCountedAt, now)) return now;
  return Math.max(usesCountedAt, now);
}

/**
 * Returns the uses consumed in the period of `at`: 0 if the stored time is in another period. The stored time is
 * usually in an earlier period. If it comes from a wrong clock, it may be in a later one.
 */
function usedAt(
  { uses, usesPeriod, usesUsed, usesCountedAt }: Counter,
  at: number,
  timeZone: string,
): number {
  if (usesPeriod !== 'none' && usesCountedAt !== null) {
    const { start, end } = borders(usesPeriod, at, timeZone);
    if (usesCountedAt < start || usesCountedAt >= end) return 0;
  }
  // An administrator may have set a total that is lower than the number of uses consumed.
  return Math.min(usesUsed, uses!);
}

/** Returns the start and end of the period that contains `at`, in epoch milliseconds. */
function borders(
  period: Exclude<UsesPeriod, 'none'>,
  at: number,
  timeZone: string,
): { start: number; end: number } {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();
  const first = { day: local, month: local.with({ day: 1 }) }[period];
  const next = first.add({ day: { days: 1 }, month: { months: 1 } }[period]);
  // If clocks are set forward at midnight, the day starts at the first time that exists.
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(timeZone).epochMilliseconds;
  return { start: startOf(first), end: startOf(next) };
}
