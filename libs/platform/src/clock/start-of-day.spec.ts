import { describe, expect, it } from '@jest/globals';
import { startOfDay } from './start-of-day.js';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

describe('startOfDay', () => {
  it.each([
    ['2026-01-15T12:00:00Z', 'UTC', '2026-01-15T00:00:00Z'],
    ['2026-01-15T00:00:00Z', 'UTC', '2026-01-15T00:00:00Z'],
    ['2026-01-15T12:00:00Z', 'Asia/Shanghai', '2026-01-14T16:00:00Z'],
    ['2026-01-15T16:00:00Z', 'Asia/Shanghai', '2026-01-15T16:00:00Z'],
    ['2026-01-15T02:00:00Z', 'America/New_York', '2026-01-14T05:00:00Z'],
    // The clocks go forward at midnight: the day begins at 01:00.
    ['2026-09-06T12:00:00Z', 'America/Santiago', '2026-09-06T04:00:00Z'],
  ])('of %s in %s is %s', (now, zone, start) => {
    expect(startOfDay(at(now), zone)).toBe(at(start));
  });
});
