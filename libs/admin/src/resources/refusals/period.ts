import { DAY_MS, HOUR_MS, startOfDay } from '@app/platform';

export const PERIODS = ['today', '24h', '7d', '30d'] as const;
export type Period = (typeof PERIODS)[number];

const DAYS_BEFORE_TODAY = { today: 0, '7d': 6, '30d': 29 };

/**
 * Returns the start of a period that ends now, in epoch milliseconds. Like the periods of the dashboard, it begins at
 * the start of an hour or of a calendar day.
 * @param now epoch milliseconds
 * @param timeZone IANA time zone of the days
 */
export function startOf(period: Period, now: number, timeZone: string): number {
  if (period === '24h') return Math.floor((now - DAY_MS) / HOUR_MS) * HOUR_MS + HOUR_MS;
  return startOfDay(now, timeZone, DAYS_BEFORE_TODAY[period]);
}
