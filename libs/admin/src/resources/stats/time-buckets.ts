/** How long a bucket of a chart is. */
export const BUCKETS = ['hour', 'day'] as const;
export type Bucket = (typeof BUCKETS)[number];

export const HOUR_MS = 3_600_000;

/**
 * The edges of the hours or days that a span touches, in epoch milliseconds: where each begins, and where the last one
 * ends. Hours are those of UTC; days go by the calendar of `timeZone`, so that one can have 23 or 25 hours.
 * @param from epoch milliseconds
 * @param to epoch milliseconds, exclusive; later than `from`
 */
export function bucketEdges(from: number, to: number, by: Bucket, timeZone: string): number[] {
  if (by === 'day') return dayEdges(from, timeZone, (start) => start < to);
  const edges = [Math.floor(from / HOUR_MS) * HOUR_MS];
  while (edges.at(-1)! < to) edges.push(edges.at(-1)! + HOUR_MS);
  return edges;
}

/** The edges of a number of days, of which the first one is the day that `from` lies in. */
export function nextDays(from: number, days: number, timeZone: string): number[] {
  return dayEdges(from, timeZone, (_, index) => index < days);
}

/** The bucket that a time lies in, from 0; it has to lie in one. */
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
    // From the date: a day can begin at 1 o'clock where the clocks go forward at midnight.
    const next = first.toPlainDate().add({ days: day + 1 });
    edges.push(next.toZonedDateTime(timeZone).epochMilliseconds);
  }
  return edges;
}
