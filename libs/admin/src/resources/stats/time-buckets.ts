import { HOUR_MS } from '@app/platform';

/** Lengths of a chart's bucket. */
export const BUCKETS = ['hour', 'day'] as const;
export type Bucket = (typeof BUCKETS)[number];

/**
 * Returns, in epoch milliseconds, the start of each hour or day that the span from `from` to `to` touches, and the end
 * of the last one. Hours are UTC hours. Days follow the calendar of `timeZone`, so a day can have 23 or 25 hours.
 * @param from epoch milliseconds
 * @param to epoch milliseconds, exclusive; later than `from`
 */
export function bucketEdges(from: number, to: number, by: Bucket, timeZone: string): number[] {
  if (by === 'day') return dayEdges(from, timeZone, (start) => start < to);
  const edges = [Math.floor(from / HOUR_MS) * HOUR_MS];
  while (edges.at(-1)! < to) edges.push(edges.at(-1)! + HOUR_MS);
  return edges;
}

/** Returns the edges of consecutive days; the first day contains `from`. */
export function nextDays(from: number, days: number, timeZone: string): number[] {
  return dayEdges(from, timeZone, (_, index) => index < days);
}

/** Returns the index, from 0, of the bucket that contains a time. One of the buckets must contain it. */
export function bucketOf(edges: readonly number[], time: number): number {
  let [low, high] = [0, edges.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (edges[middle]! <= time) low = middle;
    else high = middle;
  }
  return low;
}

function dayEdges(
  from: number,
  timeZone: string,
  goesOn: (start: number, index: number) => boolean,
): number[] {
  const first = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone).startOfDay();
  const edges = [first.epochMilliseconds];
  for (let day = 0; goesOn(edges[day]!, day); day++) {
    // Computed from the date, not from the start of the day before, which is 1 o'clock if clocks went forward at
    // midnight.
    const next = first.toPlainDate().add({ days: day + 1 });
    edges.push(next.toZonedDateTime(timeZone).epochMilliseconds);
  }
  return edges;
}
