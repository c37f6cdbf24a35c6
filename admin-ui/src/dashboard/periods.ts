const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Selectable periods. A period ends now and starts at the beginning of an hour or day. Its first and last unit are
 * counted, so it starts one unit less than its length ago.
 */
export const PERIODS = {
  '24h': { lengthMs: 23 * HOUR_MS, by: 'hour' },
  '7d': { lengthMs: 6 * DAY_MS, by: 'day' },
  '30d': { lengthMs: 29 * DAY_MS, by: 'day' },
} as const;

export type Period = keyof typeof PERIODS;

export const PERIOD_NAMES = Object.keys(PERIODS) as Period[];
