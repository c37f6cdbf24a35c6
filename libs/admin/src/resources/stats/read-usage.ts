import { setImmediate } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { placeholders } from '@app/database';
import type { HourCount } from './activity-points.js';
import type { SampleSpan } from './session-points.js';

/**
 * Number of hours that one statement reads for one application: a week, with a few rows per hour. For several
 * applications, it reads fewer hours in proportion.
 */
const HOURS_PER_PART = 168;
/**
 * Number of minutes that one statement reads for one application: ten days, with a sample every five minutes. For
 * several applications, it reads fewer minutes in proportion.
 */
const MINUTES_PER_PART = 14_400;

/**
 * Reads the hourly counts of client activity, added up over the applications.
 * @param from epoch hours
 * @param to epoch hours, exclusive
 */
export async function readCounts(
  dataSource: DataSource,
  ids: readonly number[],
  from: number,
  to: number,
): Promise<HourCount[]> {
  if (ids.length === 0) return [];
  const counts: HourCount[] = [];
  const step = Math.ceil(HOURS_PER_PART / ids.length);
  for (let hour = from; hour < to; hour += step) {
    const rows = await ask<Omit<HourCount, 'count'> & { count: number | string }>(
      dataSource,
      `SELECT hour, event, code, SUM(count) AS count FROM activity_counts
       WHERE application_id IN (${placeholders(ids)}) AND hour >= ? AND hour < ? GROUP BY hour, event, code`,
      [...ids, hour, Math.min(hour + step, to)],
    );
    // MySQL returns sums as text.
    for (const row of rows) counts.push({ ...row, count: Number(row.count) });
  }
  return counts;
}

/**
 * Returns the maximum of concurrent sessions in each bucket, all applications together. The key is the first minute of
 * the bucket.
 */
export async function readSamples(
  dataSource: DataSource,
  ids: readonly number[],
  { from, to, width }: SampleSpan,
): Promise<Map<number, number>> {
  const samples = new Map<number, number>();
  if (ids.length === 0) return samples;
  const buckets = Math.max(1, Math.floor(MINUTES_PER_PART / ids.length / width));
  for (let minute = from; minute < to; minute += buckets * width) {
    const rows = await ask<{ bucket: number | string; live: number | string }>(
      dataSource,
      `SELECT minute - minute % ? AS bucket, MAX(live) AS live
       FROM (SELECT minute, SUM(live) AS live FROM session_samples
             WHERE application_id IN (${placeholders(ids)}) AND minute >= ? AND minute < ? GROUP BY minute) samples
       GROUP BY bucket`,
      [width, ...ids, minute, Math.min(minute + buckets * width, to)],
    );
    for (const { bucket, live } of rows) samples.set(Number(bucket), Number(live));
  }
  return samples;
}

/** Lets other work run and then runs a statement, since SQLite executes statements within this process. */
async function ask<T>(dataSource: DataSource, sql: string, values: readonly number[]): Promise<T[]> {
  await setImmediate();
  return dataSource.query<T[]>(sql, [...values]);
}
