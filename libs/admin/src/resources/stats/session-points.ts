import type { SessionPointDto } from './stats.dto.js';

export const MINUTE_MS = 60_000;
const MAX_POINTS = 500;
/** Twice the time between two samples: a shorter bucket could have none although there were sessions. */
const STEP_MINUTES = 10;

/** The minutes that a chart of sessions covers, in buckets of equal width. */
export interface SampleSpan {
  /** Epoch minutes, a multiple of the width. */
  readonly from: number;
  /** Epoch minutes, exclusive, a multiple of the width. */
  readonly to: number;
  /** Minutes of a bucket. */
  readonly width: number;
}

/**
 * The buckets that a span touches: as narrow as they can be, at most 501 of them.
 * @param from epoch milliseconds
 * @param to epoch milliseconds, exclusive; later than `from`
 */
export function sampleSpan(from: number, to: number): SampleSpan {
  const minutes = (to - from) / MINUTE_MS;
  const width = Math.max(1, Math.ceil(minutes / MAX_POINTS / STEP_MINUTES)) * STEP_MINUTES;
  const bucketMs = width * MINUTE_MS;
  return { from: Math.floor(from / bucketMs) * width, to: Math.ceil(to / bucketMs) * width, width };
}

/**
 * One point for each bucket. No sample in one means no session; the bucket that is not over yet may have none because
 * it is still to come, and is left out then, as are those of the future.
 * @param samples the most sessions by the minute that their bucket begins with
 * @param now epoch milliseconds
 */
export function sessionPoints(
  { from, to, width }: SampleSpan,
  samples: ReadonlyMap<number, number>,
  now: number,
): SessionPointDto[] {
  const points: SessionPointDto[] = [];
  for (let minute = from; minute < to; minute += width) {
    const isOver = (minute + width) * MINUTE_MS <= now;
    const live = samples.get(minute) ?? (isOver ? 0 : undefined);
    if (live !== undefined) points.push({ at: minute * MINUTE_MS, live });
  }
  return points;
}
