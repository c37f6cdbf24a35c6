import { describe, expect, it } from '@jest/globals';
import { netIncome } from './day-sums';

describe('netIncome', () => {
  it('subtracts refunds and keeps currencies apart', () => {
    const cny = (income: number, refunded: number) => ({ currency: 'CNY', income, refunded });
    const usd = { currency: 'USD', income: 5, refunded: 0 };
    expect(netIncome([{ money: [usd, cny(100, 0)] }, { money: [cny(50, 120)] }, { money: null }])).toEqual([
      { currency: 'CNY', net: 30, refunded: 120 },
      { currency: 'USD', net: 5, refunded: 0 },
    ]);
  });
});
