import type { Dto } from '../api/types';

export type Period = NonNullable<Dto<'OverviewQuery'>['period']>;

/** The selectable periods with their numbers of days, which include today. */
export const PERIOD_DAYS: Record<Period, number> = { today: 1, '7d': 7, '30d': 30, '90d': 90 };

export const PERIODS = Object.keys(PERIOD_DAYS) as Period[];
