import type { Dto } from '../api/types';

/** Returns the totals of all points. */
export function sumOf(points: Dto<'ActivityPointDto'>[]) {
  const sum = {
    logins: 0,
    activations: 0,
    registrations: 0,
    recharges: 0,
    consumedUses: 0,
    refusals: 0,
    trials: 0,
    trialConversions: 0,
  };
  for (const point of points) {
    sum.logins += point.logins;
    sum.activations += point.activations;
    sum.registrations += point.registrations;
    sum.recharges += point.recharges;
    sum.consumedUses += point.consumedUses;
    sum.refusals += point.refusals;
    sum.trials += point.trials;
    sum.trialConversions += point.trialConversions;
  }
  return sum;
}
