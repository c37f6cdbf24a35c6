/** The selectable periods with their numbers of days, which include today. */
export const PERIOD_DAYS = { today: 1, '7d': 7, '30d': 30, '90d': 90 };

export type Period = keyof typeof PERIOD_DAYS;

export const PERIODS = Object.keys(PERIOD_DAYS) as Period[];
