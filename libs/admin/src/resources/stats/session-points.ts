import { MINUTE_MS } from '@app/platform';
import type { SessionPointDto } from './stats.dto.js';

const MAX_POINTS = 500;
/** Twice the sampling interval: a shorter bucket could contain no sample although there were sessions. */
const STEP_MINUTES = 10;

/** The minutes that a chart of sessions covers, in buckets of equal width. */
export interface SampleSpan {
  /** Epoch minutes, a multiple of the width. */
  readonly from: number;
  /** Epoch minutes, exclusive, a multiple of the width. */
  readonly to: number;
  /** Width of a bucket in minutes. */
  readonly width: number;
}

/**
 * Returns the buckets that a span touches: as narrow as possible, at most 501.
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
 * Returns one point per bucket. A finished bucket without a sample had no session. An unfinished bucket without a
 * sample is omitted, since the sample may still come. Future buckets are omitted too.
 * @param samples maximum of sessions in each bucket, by the minute in which the bucket starts
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
