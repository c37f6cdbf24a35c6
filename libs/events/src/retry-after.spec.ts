import { describe, expect, it } from '@jest/globals';
import { HOUR_MS, MINUTE_MS } from '@app/platform';
import { pausedUntil } from './retry-after.js';

const NOW = Temporal.Instant.from('2026-01-15T12:00:00Z').epochMilliseconds;

describe('pausedUntil', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['0', undefined],
    ['120', NOW + 2 * MINUTE_MS],
    [' 120 ', NOW + 2 * MINUTE_MS],
    ['86400', NOW + HOUR_MS],
    ['999999999', NOW + HOUR_MS],
    ['9999999999', undefined],
    ['Thu, 15 Jan 2026 12:10:00 GMT', NOW + 10 * MINUTE_MS],
    ['Thu, 15 Jan 2026 11:50:00 GMT', undefined],
    ['Thu, 15 Jan 2099 12:00:00 GMT', NOW + HOUR_MS],
    ['Thu, 99 Jan 2026 12:00:00 GMT', undefined],
    ['Thu, 15 Foo 2026 12:00:00 GMT', undefined],
    ['2026-01-15T12:10:00Z', undefined],
  ])('of %j', (text, expected) => {
    expect(pausedUntil(text, NOW)).toBe(expected);
  });
});
