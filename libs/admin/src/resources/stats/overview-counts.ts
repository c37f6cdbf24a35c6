import { HOUR_MS } from '@app/platform';
import type { HourCount } from './activity-points.js';
import type { OverviewSpan } from './overview-span.js';
import { bucketOf } from './time-buckets.js';

/** The counts of one hour or day of an overview. */
interface PointCounts {
  activations: number;
  activationsByType: Record<string, number>;
  logins: number;
  loginRefusals: number | null;
  refusals: number;
}

export interface LoginCounts {
  accepted: number;
  refused: number;
}

export interface OverviewCounts {
  readonly points: PointCounts[];
  /** Number of activations by card type, most frequent type first. */
  readonly types: readonly { cardTypeId: number; total: number }[];
  /** Number of refusals by code, most frequent code first. */
  readonly codes: readonly { code: number; total: number }[];
  readonly logins: LoginCounts;
}

/**
 * Adds up the counts of a period.
 * @param edges starts of the points and the end of the last one, in epoch milliseconds
 * @param refusalsSince first epoch hour whose refused logins were counted
 */
export function overviewCounts(
  edges: OverviewSpan['edges'],
  counts: readonly HourCount[],
  refusalsSince: number,
): OverviewCounts {
  const types = totalsBy(counts, 'activation').map(([cardTypeId, total]) => ({ cardTypeId, total }));
  const codes = totalsBy(counts, 'refusal').map(([code, total]) => ({ code, total }));
  const points: PointCounts[] = edges.slice(0, -1).map((_, index) => ({
    activations: 0,
    activationsByType: Object.fromEntries(types.map(({ cardTypeId }) => [cardTypeId, 0])),
    logins: 0,
    loginRefusals: edges[index + 1]! / HOUR_MS > refusalsSince ? 0 : null,
    refusals: 0,
  }));
  for (const { hour, event, code, count } of counts) {
    const point = points[bucketOf(edges, hour * HOUR_MS)]!;
    if (event === 'activation') {
      point.activations += count;
      point.activationsByType[code]! += count;
    } else if (event === 'login') point.logins += count;
    else if (event === 'refusal') point.refusals += count;
    else if (event === 'login_refusal') point.loginRefusals = (point.loginRefusals ?? 0) + count;
  }
  return { points, types, codes, logins: countLogins(counts, refusalsSince) };
}

/** Counts logins, but only in hours for which refused logins were counted too. */
export function countLogins(counts: readonly HourCount[], refusalsSince: number): LoginCounts {
  const known = counts.filter(({ hour }) => hour >= refusalsSince);
  return { accepted: countOf(known, 'login'), refused: countOf(known, 'login_refusal') };
}

export function countOf(counts: readonly HourCount[], event: HourCount['event']): number {
  return counts.reduce((sum, row) => (row.event === event ? sum + row.count : sum), 0);
}

/**
 * Returns the codes of an event with their totals, highest first. The code of an activation is the id of its card type.
 */
function totalsBy(counts: readonly HourCount[], event: HourCount['event']): [number, number][] {
  const totals = new Map<number, number>();
  for (const row of counts)
    if (row.event === event) totals.set(row.code, (totals.get(row.code) ?? 0) + row.count);
  return [...totals].toSorted(([a, x], [b, y]) => y - x || a - b);
}
