import { describe, expect, it } from '@jest/globals';
import { formatMoney, formatMoneyShort } from './money';

describe('formatMoney', () => {
  it.each([
    [3000, 'CNY', 'zh-CN', '¥30.00'],
    [3000, 'USD', 'en', '$30.00'],
    [1, 'USD', 'en', '$0.01'],
    [3000, 'JPY', 'en', '¥3,000'],
    [3000, 'KWD', 'en', 'KWD 3.000'],
  ])('of %i %s in %s is %s', (amount, currency, locale, text) => {
    expect(formatMoney(amount, currency, locale).replaceAll(/\s/g, ' ')).toBe(text);
  });
});

describe('formatMoneyShort', () => {
  it.each([
    [50_000, 'CNY', 'zh-CN', '¥500'],
    [123_400, 'CNY', 'en', '¥1.2K'],
    [-50_000, 'CNY', 'en', '-¥500'],
    [500, 'JPY', 'en', '¥500'],
  ])('of %d %s in %s is %s', (minorUnits, currency, locale, text) => {
    expect(formatMoneyShort(minorUnits, currency, locale)).toBe(text);
  });
});
