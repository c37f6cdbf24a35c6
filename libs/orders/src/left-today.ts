import type { EntityManager } from 'typeorm';
import { Application, type Channel } from '@app/database';
import { startOfDay } from '@app/platform';

/**
 * Returns the number of cards that a channel may still order today, in the time zone of its application.
 * @param now epoch milliseconds
 */
export async function leftToday(
  manager: EntityManager,
  { id, applicationId }: Channel,
  maxPerDay: number,
  now: number,
): Promise<number> {
  const { timeZone } = await manager.findOneByOrFail(Application, { id: applicationId });
  const [{ issued }] = await manager.query<[{ issued: number | string | null }]>(
    'SELECT SUM(quantity) AS issued FROM orders WHERE channel_id = ? AND created_at >= ?',
    [id, startOfDay(now, timeZone)],
  );
  return Math.max(maxPerDay - Number(issued ?? 0), 0);
}
