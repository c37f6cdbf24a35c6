import { HOUR_MS } from '@app/platform';
import { type Bucket, nextDays } from './time-buckets.js';

/** Selectable periods of the overview: today, and the last 7, 30 and 90 days including today. */
export const OVERVIEW_PERIODS = ['today', '7d', '30d', '90d'] as const;
export type OverviewPeriod = (typeof OVERVIEW_PERIODS)[number];

const DAYS: Record<OverviewPeriod, number> = { today: 1, '7d': 7, '30d': 30, '90d': 90 };

/** The period of an overview and the previous period. */
export interface OverviewSpan {
  readonly by: Bucket;
  /** Starts of the hours or days and the end of the last one, in epoch milliseconds. */
  readonly edges: readonly number[];
  /** Dates of the days, earliest first; the last one is today. */
  readonly dates: readonly string[];
  readonly before: {
    /** Epoch milliseconds. */
    readonly from: number;
    /** End in epoch milliseconds, exclusive. */
    readonly to: number;
    /** Dates of the days in the previous period; the last day is not complete. */
    readonly dates: readonly string[];
  };
}

/**
 * Returns the period that ends now. Today consists of the hours so far, other periods consist of calendar days. The
 * previous period has the same number of days. The last day of the previous period ends at the current time of day,
 * rounded up to the end of the hour. Today is thus compared with the same part of an earlier day.
 * @param now epoch milliseconds
 * @param timeZone IANA time zone of the days
 */
export function overviewSpan(now: number, period: OverviewPeriod, timeZone: string): OverviewSpan {
  const days = DAYS[period];
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const today = here.toPlainDate();
  const startOf = (back: number) =>
    today.subtract({ days: back }).toZonedDateTime(timeZone).epochMilliseconds;
  const datesFrom = (back: number) =>
    Array.from({ length: days }, (_, i) => today.subtract({ days: back - i }).toString());
  const sameTime = here.subtract({ days }).epochMilliseconds;
  return {
    by: days === 1 ? 'hour' : 'day',
    edges: days === 1 ? hoursOf(startOf(0), now) : nextDays(startOf(days - 1), days, timeZone),
    dates: datesFrom(days - 1),
    before: {
      from: startOf(2 * days - 1),
      to: (Math.floor(sameTime / HOUR_MS) + 1) * HOUR_MS,
      dates: datesFrom(2 * days - 1),
    },
  };
}

/** Returns the hours of a day. An hour belongs to the day in which it starts. */
function hoursOf(start: number, now: number): number[] {
  const edges = [Math.ceil(start / HOUR_MS) * HOUR_MS];
  do edges.push(edges.at(-1)! + HOUR_MS);
  while (edges.at(-1)! <= now);
  return edges;
}
