import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { PanelDataProvider } from '../api/data-provider';
import type { Dto } from '../api/types';
import { type Period, PERIOD_DAYS } from './periods';

/** Number of days, from today on, for which expiring cards and users are counted. */
export const EXPIRING_DAYS = 14;

const REFRESH_MS = 30_000;

export type Overview = Dto<'OverviewDto'>;
export type IncomeSplit = 'card_type' | 'channel';

/** The key figures of a period. All parts of the page share one request. */
export function useOverview(applicationId: number, period: Period, options?: Options) {
  return useStats<Overview>('overview', { applicationId, period }, options);
}

/** All client activity in the period of an overview. */
export function useActivityStats(applicationId: number, overview: Overview | undefined) {
  const { from, now, by } = overview ?? { from: 0, now: 0, by: 'day' as const };
  return useStats<Dto<'ActivityStatsDto'>>(
    'activity',
    { applicationId, from, to: now + 1, by },
    // Not polled: the overview is polled, and each new overview has a later `now`, which causes a new request.
    { enabled: overview !== undefined, refetchInterval: false, placeholderData: keepPreviousData },
  );
}

const DAY_MS = 86_400_000;

/** Live sessions now and over the last 24 hours. */
export function useSessionStats(applicationId: number | undefined) {
  const dataProvider = useDataProvider<PanelDataProvider>();
  return useQuery({
    queryKey: ['stats', 'sessions', applicationId],
    queryFn: () => {
      const to = Date.now();
      const query = new URLSearchParams({ from: String(to - DAY_MS), to: String(to) });
      if (applicationId !== undefined) query.set('applicationId', String(applicationId));
      return dataProvider.read<Dto<'SessionStatsDto'>>(`/stats/sessions?${query.toString()}`);
    },
    refetchInterval: REFRESH_MS,
  });
}

export function useAttention(applicationId: number) {
  return useStats<Dto<'AttentionDto'>>('attention', { applicationId });
}

/** @param applicationId `undefined`: all applications of the administrator */
export function useCardStats(applicationId: number | undefined) {
  return useStats<Dto<'CardStatsDto'>>('cards', { applicationId });
}

export function useExpiringStats(applicationId: number) {
  return useStats<Dto<'ExpiringStatsDto'>>('expiring', { applicationId, days: EXPIRING_DAYS });
}

/** Figures of the days of a period, and of the same number of days before it. */
export function useDayStats(applicationId: number, period: Period) {
  return useStats<Dto<'DayStatsDto'>>('days', { applicationId, days: 2 * PERIOD_DAYS[period] });
}

export function useIncomeStats(applicationId: number, period: Period, by: IncomeSplit) {
  return useStats<Dto<'IncomeStatsDto'>>('income', { applicationId, days: PERIOD_DAYS[period], by });
}

export function useAnomalyStats(applicationId: number) {
  return useStats<Dto<'AnomalyStatsDto'>>('anomalies', { applicationId });
}

interface Options {
  enabled?: boolean;
  refetchInterval?: number | false;
  placeholderData?: typeof keepPreviousData;
}

function useStats<T>(
  name: string,
  query: Record<string, string | number | undefined>,
  options: Options = {},
) {
  const dataProvider = useDataProvider<PanelDataProvider>();
  return useQuery({
    queryKey: ['stats', name, query],
    queryFn: () => {
      const words = Object.entries(query).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, String(value)]],
      );
      return dataProvider.read<T>(`/stats/${name}?${new URLSearchParams(words).toString()}`);
    },
    refetchInterval: REFRESH_MS,
    ...options,
  });
}
