import { addAmounts, type FiguresOfDay, moneyOf } from '@app/figures';
import type { DayFiguresDto } from './figures.dto.js';

/**
 * Adds up the figures of several applications by date, with 0 where there are none.
 * @param withMoney if false, amounts are omitted
 */
export function sumDays(
  dates: readonly string[],
  found: readonly FiguresOfDay[],
  withMoney: boolean,
): DayFiguresDto[] {
  const byDay = Map.groupBy(found, ({ day }) => day);
  return dates.map((day) => {
    const figures = byDay.get(day) ?? [];
    const income = figures.flatMap((each) => each.income);
    const known = (value: (row: FiguresOfDay) => number | null) => {
      const values = figures.map(value).filter((count) => count !== null);
      return values.length > 0 ? values.reduce((a, b) => a + b) : null;
    };
    return {
      day,
      isOpen: figures.some(({ isOpen }) => isOpen),
      money: withMoney ? moneyOf(income) : null,
      orders: total(income, ({ orders }) => orders),
      cards: total(income, ({ cards }) => cards),
      refunds: total(income, ({ refunds }) => refunds),
      activations: total(figures, ({ activations }) => activations),
      refusals: total(figures, ({ refusals }) => refusals),
      trials: total(figures, ({ trials }) => trials),
      trialConversions: total(figures, ({ trialConversions }) => trialConversions),
      expired: total(figures, ({ expired }) => expired),
      renewed: total(figures, ({ renewed }) => renewed),
      activeCards: known(({ activeCards }) => activeCards),
      activeUsers: known(({ activeUsers }) => activeUsers),
      monthActiveCards: known(({ monthActiveCards }) => monthActiveCards),
      monthActiveUsers: known(({ monthActiveUsers }) => monthActiveUsers),
    };
  });
}

function total<T>(rows: readonly T[], value: (row: T) => number): number {
  return rows.reduce((sum, row) => addAmounts(sum, value(row)), 0);
}
