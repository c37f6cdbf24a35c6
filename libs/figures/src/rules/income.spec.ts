import { describe, expect, it } from '@jest/globals';
import { addAmounts, IncomeSum, moneyOf } from './income.js';

const order = (changes: object = {}) => ({
  channelId: 1,
  cardTypeId: 2,
  currency: 'CNY',
  amount: 100,
  quantity: 3,
  ...changes,
});
const none = { orders: 0, cards: 0, income: 0, refunds: 0, refunded: 0 };

describe('IncomeSum', () => {
  it('adds up by channel, card type and currency', () => {
    const sum = new IncomeSum();
    sum.addOrder(order());
    sum.addOrder(order({ amount: 50, quantity: 1 }));
    sum.addRefund(order());
    sum.addOrder(order({ channelId: null, cardTypeId: null, amount: null, currency: null }));
    sum.addOrder(order({ currency: 'USD' }));
    expect(sum.all()).toEqual([
      { ...none, channelId: 0, cardTypeId: 0, currency: '', orders: 1, cards: 3 },
      {
        channelId: 1,
        cardTypeId: 2,
        currency: 'CNY',
        orders: 2,
        cards: 4,
        income: 150,
        refunds: 1,
        refunded: 100,
      },
      { ...none, channelId: 1, cardTypeId: 2, currency: 'USD', orders: 1, cards: 3, income: 100 },
    ]);
  });

  it('knows no currency without an amount', () => {
    const sum = new IncomeSum();
    sum.addOrder(order({ amount: null }));
    expect(sum.all()).toMatchObject([{ currency: '', income: 0 }]);
  });
});

it('moneyOf keeps currencies apart and leaves out orders without an amount', () => {
  const row = (currency: string, income: number, refunded = 0) => ({ currency, income, refunded });
  expect(moneyOf([row('USD', 5), row('', 0), row('CNY', 7, 3), row('CNY', 1)])).toEqual([
    { currency: 'CNY', income: 8, refunded: 3 },
    { currency: 'USD', income: 5, refunded: 0 },
  ]);
});

it('amounts do not become inexact', () => {
  expect(addAmounts(1, 2)).toBe(3);
  expect(addAmounts(Number.MAX_SAFE_INTEGER, 1_000_000)).toBe(Number.MAX_SAFE_INTEGER);
});
