import type { Dto } from '../api/types';

/** Returns the totals of all points. */
export function sumOf(points: Dto<'ActivityPointDto'>[]) {
  const sum = { logins: 0, activations: 0, registrations: 0, recharges: 0, refusals: 0 };
  for (const point of points) {
    sum.logins += point.logins;
    sum.activations += point.activations;
    sum.registrations += point.registrations;
    sum.recharges += point.recharges;
    sum.refusals += point.refusals;
  }
  return sum;
}
