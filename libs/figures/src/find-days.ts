import type { EntityManager } from 'typeorm';
import { DayFigures } from '@app/database';
import { HOUR_MS } from '@app/platform';
import { type Day, firstDay } from './rules/days.js';

/** Returns the latest stored day of an application. */
export async function findLastDay(
  manager: EntityManager,
  applicationId: number,
): Promise<DayFigures | undefined> {
  const [last] = await manager.find(DayFigures, {
    where: { applicationId },
    order: { day: 'DESC' },
    take: 1,
  });
  return last;
}

/**
 * Returns the first day of an application that has no stored days: the day of its first order, trial or counted event,
 * since a server that is upgraded has them already.
 * @param now epoch milliseconds, if it has none
 */
export async function findFirstDay(
  manager: EntityManager,
  applicationId: number,
  timeZone: string,
  now: number,
): Promise<Day> {
  const firstOf = async (table: string, column: string, unitMs: number) => {
    const [{ first }] = await manager.query<[{ first: number | string | null }]>(
      `SELECT MIN(${column}) AS first FROM ${table} WHERE application_id = ?`,
      [applicationId],
    );
    return first === null ? now : Number(first) * unitMs;
  };
  const first = Math.min(
    await firstOf('orders', 'created_at', 1),
    await firstOf('trials', 'created_at', 1),
    await firstOf('activity_counts', 'hour', HOUR_MS),
  );
  return firstDay(Math.min(first, now), timeZone);
}
