import { describe, expect, it } from '@jest/globals';
import { currencyDecimals } from './currency-decimals.js';
import { isCurrency } from './currency.js';

describe('currencies', () => {
  it.each([
    ['CNY', true, 2],
    ['JPY', true, 0],
    ['KWD', true, 3],
    ['HUF', true, 2],
    ['IDR', true, 2],
    ['RMB', false, 2],
    ['cny', false, 2],
    ['', false, 2],
  ])('%p', (code, isKnown, decimals) => {
    expect(isCurrency(code)).toBe(isKnown);
    expect(currencyDecimals(code)).toBe(decimals);
  });
});
