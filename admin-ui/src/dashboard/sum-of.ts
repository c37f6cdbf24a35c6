import type { Dto } from '../api/types';

const FIGURES = [
  'logins',
  'activations',
  'registrations',
  'recharges',
  'consumedUses',
  'refusals',
  'trials',
  'trialConversions',
] as const;

/** Returns the sum of each figure over all points of a chart. */
export function sumOf(points: Dto<'ActivityPointDto'>[]) {
  const totals = FIGURES.map((figure) => [figure, points.reduce((sum, point) => sum + point[figure], 0)]);
  return Object.fromEntries(totals) as Record<(typeof FIGURES)[number], number>;
}
