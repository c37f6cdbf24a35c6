import type { EntityManager } from 'typeorm';
import { type Application, DayFigures } from '@app/database';
import { DAY_MS, HOUR_MS } from '@app/platform';
import { type Day, firstDay } from './rules/days.js';

/** Maximum age in days of the first day, unless an order, trial or activity count is older. */
const MAX_EMPTY_DAYS = 400;

/** Values on which the days of an application depend. */
export type DaysOf = Pick<Application, 'id' | 'timeZone' | 'createdAt'>;

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
 * Returns the first day of an application that has no stored days: the day of the application's creation, or of an
 * earlier order, trial or activity count. After an upgrade from a version without figures, an application has such
 * records but no stored days.
 * @param now epoch milliseconds
 */
export async function findFirstDay(
  manager: EntityManager,
  { id, timeZone, createdAt }: DaysOf,
  now: number,
): Promise<Day> {
  const firstOf = async (table: string, column: string, unitMs: number) => {
    const [{ first }] = await manager.query<[{ first: number | string | null }]>(
      `SELECT MIN(${column}) AS first FROM ${table} WHERE application_id = ?`,
      [id],
    );
    return first === null ? now : Number(first) * unitMs;
  };
  const first = Math.min(
    Math.max(createdAt, now - MAX_EMPTY_DAYS * DAY_MS),
    await firstOf('orders', 'created_at', 1),
    await firstOf('trials', 'created_at', 1),
    await firstOf('activity_counts', 'hour', HOUR_MS),
  );
  return firstDay(Math.min(first, now), timeZone);
}
