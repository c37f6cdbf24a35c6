import { describe, expect, it } from '@jest/globals';
import { majorUnits } from './major-units.js';

describe('majorUnits', () => {
  it.each([
    [0, 'CNY', '0.00'],
    [5, 'CNY', '0.05'],
    [50, 'CNY', '0.50'],
    [3000, 'CNY', '30.00'],
    [3001, 'USD', '30.01'],
    [3000, 'JPY', '3000'],
    [0, 'JPY', '0'],
    [1, 'KWD', '0.001'],
    [1234567, 'KWD', '1234.567'],
    [100_000_000_000_000, 'CNY', '1000000000000.00'],
    [Number.MAX_SAFE_INTEGER, 'CNY', '90071992547409.91'],
    [123, 'XXQ', '1.23'],
  ])('of %d %s are %s', (minor, currency, text) => {
    expect(majorUnits(minor, currency)).toBe(text);
  });
});
