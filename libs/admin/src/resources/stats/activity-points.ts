import type { ActivityCount } from '@app/database';
import { HOUR_MS } from '@app/platform';
import type { ActivityPointDto } from './stats.dto.js';
import { bucketOf } from './time-buckets.js';

export type HourCount = Pick<ActivityCount, 'hour' | 'event' | 'code' | 'count'>;

const SERIES = {
  login: 'logins',
  activation: 'activations',
  registration: 'registrations',
  recharge: 'recharges',
  consumption: 'consumedUses',
  refusal: 'refusals',
  login_refusal: 'loginRefusals',
  trial: 'trials',
  trial_conversion: 'trialConversions',
} as const satisfies Record<ActivityCount['event'], keyof ActivityPointDto>;

/**
 * Returns one point per bucket, with 0 where nothing happened, so that a chart can use the points directly. An hour
 * counts towards the bucket in which it starts. In a time zone with a half-hour offset, a day may therefore include
 * part of the next day's first hour.
 * @param edges starts of the buckets and the end of the last one, in epoch milliseconds
 */
export function activityPoints(edges: readonly number[], counts: readonly HourCount[]): ActivityPointDto[] {
  const codes = refusedCodes(counts);
  const points = edges.slice(0, -1).map((at) => emptyPoint(at, codes));
  for (const { hour, event, code, count } of counts) {
    const point = points[bucketOf(edges, hour * HOUR_MS)]!;
    point[SERIES[event]] += count;
    if (event === 'refusal') point.refusalsByCode[code]! += count;
  }
  return points;
}

/** Returns the codes of all counted refusals, ascending. */
export function refusedCodes(counts: readonly HourCount[]): number[] {
  const refusals = counts.filter(({ event }) => event === 'refusal');
  return [...new Set(refusals.map(({ code }) => code))].toSorted((a, b) => a - b);
}

function emptyPoint(at: number, codes: readonly number[]): ActivityPointDto {
  return {
    at,
    logins: 0,
    activations: 0,
    registrations: 0,
    recharges: 0,
    consumedUses: 0,
    refusals: 0,
    loginRefusals: 0,
    trials: 0,
    trialConversions: 0,
    refusalsByCode: Object.fromEntries(codes.map((code) => [code, 0])),
  };
}
