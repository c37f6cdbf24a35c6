import { describe, expect, it } from '@jest/globals';
import { formatMoney } from './money';

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
