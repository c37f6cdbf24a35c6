import { addAmounts, type FiguresOfDay } from '@app/figures';
import type { IncomeGroupDto, IncomeSplit } from './figures.dto.js';

const GROUPS = 10;

/** Adds up income by card type or channel, and by currency. The groups have no names yet. */
export function groupIncome(
  dates: readonly string[],
  found: readonly FiguresOfDay[],
  by: IncomeSplit,
): IncomeGroupDto[] {
  const indexOf = new Map(dates.map((date, i) => [date, i]));
  const groups = new Map<string, IncomeGroupDto>();
  for (const { day, income } of found) {
    const index = indexOf.get(day);
    if (index === undefined) continue;
    for (const row of income) {
      const id = by === 'card_type' ? row.cardTypeId : row.channelId;
      const key = `${id} ${row.currency}`;
      const group = groups.get(key) ?? newGroup(id, row.currency, by, dates.length);
      groups.set(key, group);
      group.orders += row.orders;
      group.cards += row.cards;
      group.refunds += row.refunds;
      group.income = addAmounts(group.income, row.income);
      group.refunded = addAmounts(group.refunded, row.refunded);
      group.byDay[index] = addAmounts(group.byDay[index]!, row.income - row.refunded);
    }
  }
  const byCurrency = Map.groupBy(groups.values(), ({ currency }) => currency ?? '');
  return [...byCurrency.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, ofCurrency]) => withRest(ofCurrency));
}

function newGroup(id: number, currency: string, by: IncomeSplit, days: number): IncomeGroupDto {
  const unnamed = by === 'card_type' ? 'deleted' : 'by_hand';
  return {
    kind: id === 0 ? unnamed : 'named',
    id: id === 0 ? null : id,
    name: null,
    currency: currency || null,
    orders: 0,
    cards: 0,
    income: 0,
    refunds: 0,
    refunded: 0,
    byDay: Array.from({ length: days }, () => 0),
  };
}

/** Keeps the groups with the highest income, and adds up the others. */
function withRest(groups: readonly IncomeGroupDto[]): IncomeGroupDto[] {
  const sorted = groups.toSorted((a, b) => b.income - a.income || (a.id ?? 0) - (b.id ?? 0));
  const kept = sorted.slice(0, GROUPS);
  const others = sorted.slice(GROUPS);
  if (others.length === 0) return kept;
  const rest: IncomeGroupDto = { ...others[0]!, kind: 'rest', id: null, byDay: [...others[0]!.byDay] };
  for (const group of others.slice(1)) {
    rest.orders += group.orders;
    rest.cards += group.cards;
    rest.refunds += group.refunds;
    rest.income = addAmounts(rest.income, group.income);
    rest.refunded = addAmounts(rest.refunded, group.refunded);
    rest.byDay = rest.byDay.map((amount, i) => addAmounts(amount, group.byDay[i]!));
  }
  return [...kept, rest];
}
