import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { setImmediate } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { ApplicationDirectory } from '@app/applications';
import type { Actor } from '../../access/actor.js';
import { problem, refusalOf } from '../../errors/admin-error.js';
import { refusalWords } from '../refusals/refusal-words.js';
import { activityPoints, type HourCount, refusedCodes } from './activity-points.js';
import { selectedApplications, selectedTimeZone } from './selected-applications.js';
import { countLiveSessions } from './count-holders.js';
import { MINUTE_MS, type SampleSpan, sampleSpan, sessionPoints } from './session-points.js';
import type { ActivityQuery, ActivityStatsDto, SessionStatsDto, SpanQuery } from './stats.dto.js';
import { bucketEdges, HOUR_MS } from './time-buckets.js';

const DAY_MS = 86_400_000;
const MAX_DAYS = { hour: 31, day: 400 };
/** Hours of one application per statement: a week, with a handful of rows each. */
const HOURS_PER_PART = 168;
/** Minutes of one application per statement: ten days, with a sample every five minutes. */
const MINUTES_PER_PART = 14_400;

/** Client usage over time, from counters recorded as it happened. */
@Injectable()
export class ActivityStats {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly directory: ApplicationDirectory,
  ) {}

  /** @throws AdminError 400 when the span is too long, 404 */
  async activity(actor: Actor, query: ActivityQuery): Promise<ActivityStatsDto> {
    const { from, to, by = 'day', applicationId } = query;
    requireSpan(from, to, MAX_DAYS[by]);
    const applications = selectedApplications(this.directory, actor, applicationId);
    const timeZone = selectedTimeZone(query, applications);
    const edges = bucketEdges(from, to, by, timeZone);
    const counts = await this.readCounts(
      applications.map(({ id }) => id),
      Math.ceil(edges[0]! / HOUR_MS),
      Math.ceil(edges.at(-1)! / HOUR_MS),
    );
    const points = activityPoints(edges, counts);
    const codes = refusedCodes(counts).map((code) => {
      const total = points.reduce((sum, { refusalsByCode }) => sum + refusalsByCode[code]!, 0);
      const { en, zh } = refusalWords(code);
      return { code, en, zh, total };
    });
    return { by, timeZone, points, codes };
  }

  /**
   * Returns the number of live sessions over time, in buckets of equal width, and now.
   * @throws AdminError 400 when the span is too long, 404
   */
  async sessions(actor: Actor, { from, to, applicationId }: SpanQuery): Promise<SessionStatsDto> {
    requireSpan(from, to, MAX_DAYS.day);
    const span = sampleSpan(from, to);
    const ids = selectedApplications(this.directory, actor, applicationId).map(({ id }) => id);
    const samples = await this.readSamples(ids, span);
    let liveNow = 0;
    for (const id of ids) liveNow += await countLiveSessions(this.dataSource, id);
    return { liveNow, widthMs: span.width * MINUTE_MS, points: sessionPoints(span, samples, actor.now) };
  }

  /** @param to exclusive */
  private async readCounts(ids: readonly number[], from: number, to: number): Promise<HourCount[]> {
    if (ids.length === 0) return [];
    const counts: HourCount[] = [];
    const step = Math.ceil(HOURS_PER_PART / ids.length);
    for (let hour = from; hour < to; hour += step) {
      const rows = await this.ask<Omit<HourCount, 'count'> & { count: number | string }>(
        `SELECT hour, event, code, SUM(count) AS count FROM activity_counts
         WHERE application_id IN (${placesFor(ids)}) AND hour >= ? AND hour < ? GROUP BY hour, event, code`,
        [...ids, hour, Math.min(hour + step, to)],
      );
      // MySQL returns sums as text.
      for (const row of rows) counts.push({ ...row, count: Number(row.count) });
    }
    return counts;
  }

  /**
   * Returns the maximum of concurrent sessions of all applications together, by the minute in which the bucket starts.
   */
  private async readSamples(
    ids: readonly number[],
    { from, to, width }: SampleSpan,
  ): Promise<Map<number, number>> {
    const samples = new Map<number, number>();
    if (ids.length === 0) return samples;
    const buckets = Math.max(1, Math.floor(MINUTES_PER_PART / ids.length / width));
    for (let minute = from; minute < to; minute += buckets * width) {
      const rows = await this.ask<{ bucket: number | string; live: number | string }>(
        `SELECT minute - minute % ? AS bucket, MAX(live) AS live
         FROM (SELECT minute, SUM(live) AS live FROM session_samples
               WHERE application_id IN (${placesFor(ids)}) AND minute >= ? AND minute < ? GROUP BY minute) samples
         GROUP BY bucket`,
        [width, ...ids, minute, Math.min(minute + buckets * width, to)],
      );
      for (const { bucket, live } of rows) samples.set(Number(bucket), Number(live));
    }
    return samples;
  }

  /** Runs a statement and then lets other work run: SQLite executes within this process. */
  private async ask<T>(sql: string, values: readonly number[]): Promise<T[]> {
    await setImmediate();
    return this.dataSource.query<T[]>(sql, [...values]);
  }
}

function requireSpan(from: number, to: number, maxDays: number): void {
  if (to > from && to - from <= maxDays * DAY_MS) return;
  throw refusalOf({ to: problem('end_of_span', { days: maxDays }) }, 'invalid_query');
}

function placesFor(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
