import { describe, expect, it } from '@jest/globals';
import { type Period, startOf } from './period.js';

describe('startOf', () => {
  it.each<[Period, string, string, string]>([
    ['today', 'UTC', '2026-01-15T12:34:56Z', '2026-01-15T00:00:00Z'],
    ['today', 'Asia/Shanghai', '2026-01-15T16:00:00Z', '2026-01-15T16:00:00Z'],
    ['today', 'Asia/Shanghai', '2026-01-15T15:59:59Z', '2026-01-14T16:00:00Z'],
    ['24h', 'Asia/Kolkata', '2026-01-15T12:34:56Z', '2026-01-14T13:00:00Z'],
    ['24h', 'UTC', '2026-01-15T12:00:00Z', '2026-01-14T13:00:00Z'],
    ['7d', 'UTC', '2026-01-15T12:34:56Z', '2026-01-09T00:00:00Z'],
    ['30d', 'UTC', '2026-01-15T12:34:56Z', '2025-12-17T00:00:00Z'],
    // Clocks went forward the day before: the period starts 6 calendar days before today, not 6 times 24 hours.
    ['7d', 'Europe/Berlin', '2026-03-30T10:00:00Z', '2026-03-23T23:00:00Z'],
  ])('%s in %s at %s is %s', (period, timeZone, now, start) => {
    const { epochMilliseconds } = Temporal.Instant.from(now);
    const found = startOf(period, epochMilliseconds, timeZone);
    expect(Temporal.Instant.fromEpochMilliseconds(found).toString()).toBe(start);
  });
});
