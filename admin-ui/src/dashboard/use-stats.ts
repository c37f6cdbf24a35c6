import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { PanelDataProvider } from '../api/data-provider';
import type { Dto } from '../api/types';
import { type Period, PERIODS } from './periods';

/** The selected application; `undefined` means all applications of the administrator. */
export type ApplicationId = number | undefined;

/** Number of days for which expiring cards are counted. */
export const EXPIRING_DAYS = 14;

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function useSessionStats(applicationId: ApplicationId, period: Period) {
  return useStats<Dto<'SessionStatsDto'>>('sessions', applicationId, period, spanOf);
}

export function useActivityStats(applicationId: ApplicationId, period: Period, asks?: Asks) {
  const query = () => ({ ...spanOf(period), ...zoneOf(applicationId), by: PERIODS[period].by });
  return useStats<Dto<'ActivityStatsDto'>>('activity', applicationId, period, query, asks);
}

export function useCardStats(applicationId: ApplicationId) {
  return useStats<Dto<'CardStatsDto'>>('cards', applicationId);
}

export function useExpiringStats(applicationId: ApplicationId) {
  return useStats<Dto<'ExpiringStatsDto'>>('expiring', applicationId, undefined, () => ({
    ...zoneOf(applicationId),
    days: EXPIRING_DAYS,
  }));
}

/** Number of days of the figures that are compared with as many days before. */
export const FIGURE_DAYS = 30;

/** Figures of the last 30 days and the 30 days before. */
export function useDayStats(applicationId: ApplicationId) {
  return useStats<Dto<'DayStatsDto'>>('days', applicationId, undefined, () => ({ days: 2 * FIGURE_DAYS }));
}

export function useIncomeStats(applicationId: ApplicationId, by: IncomeSplit) {
  return useStats<Dto<'IncomeStatsDto'>>(
    'income',
    applicationId,
    undefined,
    () => ({ days: FIGURE_DAYS, by }),
    {
      part: by,
    },
  );
}

export function useAnomalyStats(applicationId: ApplicationId) {
  return useStats<Dto<'AnomalyStatsDto'>>('anomalies', applicationId);
}

export type IncomeSplit = 'card_type' | 'channel';

interface Asks {
  /** Tells requests apart that differ in nothing else. */
  part?: string;
  enabled?: boolean;
  refetchInterval?: number | false;
}

function useStats<T>(
  name: string,
  applicationId: ApplicationId,
  period?: Period,
  more: (period: Period) => object = () => ({}),
  { part, ...asks }: Asks = {},
) {
  const dataProvider = useDataProvider<PanelDataProvider>();
  return useQuery({
    queryKey: ['stats', name, applicationId, period, part],
    queryFn: () => {
      const query = { ...(applicationId !== undefined && { applicationId }), ...more(period!) };
      const words = Object.entries(query).map(([key, value]) => [key, String(value)]);
      return dataProvider.read<T>(`/stats/${name}?${new URLSearchParams(words).toString()}`);
    },
    refetchInterval: 30_000,
    ...asks,
  });
}

function spanOf(period: Period) {
  const to = Date.now();
  return { from: to - PERIODS[period].lengthMs, to };
}

/** Returns the time zone of the days: the application's, or the browser's for all applications together. */
function zoneOf(applicationId: ApplicationId) {
  return applicationId === undefined ? { timeZone: HERE } : {};
}
