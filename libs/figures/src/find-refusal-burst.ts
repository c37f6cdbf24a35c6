import { Between, type EntityManager } from 'typeorm';
import { ActivityCount } from '@app/database';
import { HOUR_MS } from '@app/platform';
import { isBurst } from '@app/usage';
import type { FoundAnomaly } from './inspect-active-holders.js';
import type { Day } from './rules/days.js';

const HOURS_BEFORE = 24;

/** Returns the first hour whose refusals `findRefusalBurst` needs, in hours since the epoch. */
export function firstHourNeeded({ startsAt }: Pick<Day, 'startsAt'>): number {
  return Math.ceil(startsAt / HOUR_MS) - HOURS_BEFORE;
}

/**
 * Finds the hours of a day with many more refusals than on average in the 24 hours before. Of these hours, it returns
 * the one with the most refusals.
 */
export async function findRefusalBurst(
  manager: EntityManager,
  applicationId: number,
  day: Day,
): Promise<FoundAnomaly[]> {
  const needed = firstHourNeeded(day);
  const [first, end] = [needed + HOURS_BEFORE, Math.ceil(day.endsAt / HOUR_MS)];
  const counts = await manager.findBy(ActivityCount, {
    applicationId,
    hour: Between(needed, end - 1),
    event: 'refusal',
  });
  const byHour = new Map<number, number>();
  for (const { hour, count } of counts) byHour.set(hour, (byHour.get(hour) ?? 0) + count);
  const usual = (hour: number) =>
    Array.from({ length: HOURS_BEFORE }, (_, i) => byHour.get(hour - 1 - i) ?? 0).reduce((a, b) => a + b) /
    HOURS_BEFORE;
  const bursts = [...byHour]
    .filter(([hour, count]) => hour >= first && isBurst(count, Math.round(usual(hour))))
    .toSorted(([, a], [, b]) => b - a);
  return bursts.slice(0, 1).map(([hour, count]) => ({
    kind: 'refusal_burst',
    holderKind: null,
    holderId: null,
    deviceId: null,
    hourAt: hour * HOUR_MS,
    count,
  }));
}
