import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ApplicationDirectory } from '@app/applications';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@app/platform';
import type { Actor } from '../../access/actor.js';
import { problem, refusalOf } from '../../errors/admin-error.js';
import { refusalWords } from '../refusals/refusal-words.js';
import { activityPoints, refusedCodes } from './activity-points.js';
import { selectedApplications, selectedTimeZone } from './selected-applications.js';
import { countLiveSessions } from './count-from-indexes.js';
import { readCounts, readSamples } from './read-usage.js';
import { sampleSpan, sessionPoints } from './session-points.js';
import type { ActivityQuery, ActivityStatsDto, SessionStatsDto, SpanQuery } from './stats.dto.js';
import { bucketEdges } from './time-buckets.js';

const MAX_DAYS = { hour: 31, day: 400 };

/** Client usage over time, read from counters that are updated while clients use the server. */
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
    const counts = await readCounts(
      this.dataSource,
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
   * Returns the number of live sessions over time, in buckets of equal width, and the current number.
   * @throws AdminError 400 when the span is too long, 404
   */
  async sessions(actor: Actor, { from, to, applicationId }: SpanQuery): Promise<SessionStatsDto> {
    requireSpan(from, to, MAX_DAYS.day);
    const span = sampleSpan(from, to);
    const ids = selectedApplications(this.directory, actor, applicationId).map(({ id }) => id);
    const samples = await readSamples(this.dataSource, ids, span);
    let liveNow = 0;
    for (const id of ids) liveNow += await countLiveSessions(this.dataSource, id);
    return { liveNow, widthMs: span.width * MINUTE_MS, points: sessionPoints(span, samples, actor.now) };
  }
}

function requireSpan(from: number, to: number, maxDays: number): void {
  if (to > from && to - from <= maxDays * DAY_MS) return;
  throw refusalOf({ to: problem('end_of_span', { days: maxDays }) }, 'invalid_query');
}
