import type { DayIncome, Order } from '@app/database';

/** Orders and refunds of one channel, card type and currency. */
export type Income = Omit<DayIncome, 'applicationId' | 'day'>;

export type OrderFacts = Pick<Order, 'channelId' | 'cardTypeId' | 'currency' | 'amount' | 'quantity'>;

/** Adds up orders by channel, card type and currency. */
export class IncomeSum {
  private readonly groups = new Map<string, Income>();

  /** Adds an order of the day. */
  addOrder(order: OrderFacts): void {
    const group = this.groupOf(order);
    group.orders += 1;
    group.cards += order.quantity;
    group.income = addAmounts(group.income, order.amount ?? 0);
  }

  /** Adds an order that was refunded on the day. */
  addRefund(order: OrderFacts): void {
    const group = this.groupOf(order);
    group.refunds += 1;
    group.refunded = addAmounts(group.refunded, order.amount ?? 0);
  }

  /** Returns the groups in a fixed order. */
  all(): Income[] {
    return [...this.groups.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
  }

  private groupOf({ channelId, cardTypeId, currency, amount }: OrderFacts): Income {
    const place = {
      channelId: channelId ?? 0,
      cardTypeId: cardTypeId ?? 0,
      currency: amount === null ? '' : (currency ?? ''),
    };
    const key = `${place.channelId} ${place.cardTypeId} ${place.currency}`;
    const group = this.groups.get(key) ?? {
      ...place,
      orders: 0,
      cards: 0,
      income: 0,
      refunds: 0,
      refunded: 0,
    };
    this.groups.set(key, group);
    return group;
  }
}

/** Money of one currency, in minor units. */
export interface Money {
  /** ISO 4217 code, such as `CNY`. */
  readonly currency: string;
  /** Amounts of the orders, refunded or not. */
  readonly income: number;
  /** Amounts of refunds, to be subtracted from the income. */
  readonly refunded: number;
}

/** Adds up income by currency. Orders without an amount are ignored. */
export function moneyOf(rows: readonly Pick<Income, 'currency' | 'income' | 'refunded'>[]): Money[] {
  const sums = new Map<string, { income: number; refunded: number }>();
  for (const { currency, income, refunded } of rows) {
    if (currency === '') continue;
    const sum = sums.get(currency) ?? { income: 0, refunded: 0 };
    sums.set(currency, {
      income: addAmounts(sum.income, income),
      refunded: addAmounts(sum.refunded, refunded),
    });
  }
  return [...sums.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { income, refunded }]) => ({ currency, income, refunded }));
}

/** Adds amounts in minor units. Sums are exact, and limited to 2^53 − 1. */
export function addAmounts(a: number, b: number): number {
  return Math.min(a + b, Number.MAX_SAFE_INTEGER);
}
