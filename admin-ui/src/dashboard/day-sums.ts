import type { Dto } from '../api/types';

type Day = Dto<'DayFiguresDto'>;

/** Income minus refunds, in one currency. */
export interface NetIncome {
  currency: string;
  /** Minor units. */
  net: number;
  /** Refunds that were subtracted, in minor units. */
  refunded: number;
}

/** Returns the income of some days minus refunds, for each currency; empty for roles that may not see amounts. */
export function netIncome(days: Pick<Day, 'money'>[]): NetIncome[] {
  const sums = new Map<string, NetIncome>();
  for (const { currency, income, refunded } of days.flatMap(({ money }) => money ?? [])) {
    const sum = sums.get(currency) ?? { currency, net: 0, refunded: 0 };
    sum.net += income - refunded;
    sum.refunded += refunded;
    sums.set(currency, sum);
  }
  return [...sums.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** Returns the total of a figure. */
export function totalOf(days: Day[], figure: 'expired' | 'renewed' | 'trials' | 'trialConversions') {
  return days.reduce((sum, day) => sum + day[figure], 0);
}
