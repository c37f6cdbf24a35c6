import { describe, expect, it } from '@jest/globals';
import { DURATION_UNITS, type DurationUnit, LIMITS } from '@app/database';
import { expiryAfter, LATEST_EXPIRY } from './duration.js';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

function expiry(start: string, durationAmount: number, durationUnit: DurationUnit, timeZone = 'UTC'): string {
  const expiresAt = expiryAfter(at(start), { durationUnit, durationAmount }, timeZone);
  return Temporal.Instant.fromEpochMilliseconds(expiresAt!).toString();
}

describe('expiryAfter', () => {
  it.each<[string, number, DurationUnit, string]>([
    ['2026-01-15T12:00:00Z', 1, 'minutes', '2026-01-15T12:01:00Z'],
    ['2026-01-15T12:00:00.789Z', 90, 'minutes', '2026-01-15T13:30:00.789Z'],
    ['2026-01-15T12:00:00Z', 36, 'hours', '2026-01-17T00:00:00Z'],
    ['2026-01-15T12:00:00Z', 30, 'days', '2026-02-14T12:00:00Z'],
    ['2026-12-31T23:59:59Z', 1, 'days', '2027-01-01T23:59:59Z'],
    ['2026-01-15T12:00:00Z', 1, 'months', '2026-02-15T12:00:00Z'],
    ['2026-11-15T12:00:00Z', 14, 'months', '2028-01-15T12:00:00Z'],
    ['2026-01-15T12:00:00Z', 3, 'years', '2029-01-15T12:00:00Z'],
  ])('%s and %d %s: %s', (start, amount, unit, expected) => {
    expect(expiry(start, amount, unit)).toBe(expected);
  });

  it.each<[string, number, DurationUnit, string]>([
    ['2026-01-31T08:00:00Z', 1, 'months', '2026-02-28T08:00:00Z'],
    ['2028-01-31T08:00:00Z', 1, 'months', '2028-02-29T08:00:00Z'],
    ['2026-01-31T08:00:00Z', 3, 'months', '2026-04-30T08:00:00Z'],
    ['2026-01-31T08:00:00Z', 2, 'months', '2026-03-31T08:00:00Z'],
    ['2028-02-29T08:00:00Z', 1, 'years', '2029-02-28T08:00:00Z'],
    ['2028-02-29T08:00:00Z', 4, 'years', '2032-02-29T08:00:00Z'],
    ['2096-02-29T08:00:00Z', 4, 'years', '2100-02-28T08:00:00Z'],
  ])('a missing day becomes the last of its month: %s and %d %s: %s', (start, amount, unit, expected) => {
    expect(expiry(start, amount, unit)).toBe(expected);
  });

  it.each<[string, string, number, DurationUnit, string]>([
    // 31 January 03:00 in Shanghai is still 30 January in UTC.
    [
      'the last day of the month follows the time zone',
      '2026-01-30T19:00:00Z',
      1,
      'months',
      '2026-02-27T19:00:00Z',
    ],
    ['28 February is the zone’s leap day', '2028-02-28T19:00:00Z', 1, 'years', '2029-02-27T19:00:00Z'],
  ])('Asia/Shanghai: %s', (_, start, amount, unit, expected) => {
    expect(expiry(start, amount, unit, 'Asia/Shanghai')).toBe(expected);
  });

  // New York: clocks go from 02:00 to 03:00 on 8 March 2026 and from 02:00 back to 01:00 on 1 November 2026.
  it.each<[string, string, number, DurationUnit, string]>([
    ['24 hours are exact', '2026-03-07T17:00:00Z', 24, 'hours', '2026-03-08T17:00:00Z'],
    ['1440 minutes are exact', '2026-03-07T17:00:00Z', 1440, 'minutes', '2026-03-08T17:00:00Z'],
    [
      'a day keeps the wall time, so it has 23 hours',
      '2026-03-07T17:00:00Z',
      1,
      'days',
      '2026-03-08T16:00:00Z',
    ],
    [
      'a day keeps the wall time, so it has 25 hours',
      '2026-10-31T16:00:00Z',
      1,
      'days',
      '2026-11-01T17:00:00Z',
    ],
    ['a month keeps the wall time', '2026-02-15T17:00:00Z', 1, 'months', '2026-03-15T16:00:00Z'],
    ['a year ends in the same season', '2026-07-01T16:00:00Z', 1, 'years', '2027-07-01T16:00:00Z'],
    ['a wall time that is skipped moves on', '2026-03-07T07:30:00Z', 1, 'days', '2026-03-08T07:30:00Z'],
    ['a wall time that comes twice is the first', '2026-10-31T05:30:00Z', 1, 'days', '2026-11-01T05:30:00Z'],
  ])('America/New_York: %s', (_, start, amount, unit, expected) => {
    expect(expiry(start, amount, unit, 'America/New_York')).toBe(expected);
  });

  it('permanent never expires', () => {
    const permanent = { durationUnit: 'permanent', durationAmount: 0 } as const;
    expect(expiryAfter(at('2026-01-15T12:00:00Z'), permanent, 'UTC')).toBeNull();
  });

  it('an expiry never needs a year of five digits', () => {
    expect(expiry('9990-01-01T00:00:00Z', 100, 'years', 'Pacific/Kiritimati')).toMatch(/^9999-12-/);
  });

  const [, most] = LIMITS.durationAmount;
  it.each(DURATION_UNITS.filter((unit) => unit !== 'permanent'))('takes every amount of %s', (unit) => {
    const latest = Temporal.Instant.fromEpochMilliseconds(LATEST_EXPIRY).toString();
    expect(expiry(latest, most, unit)).toBe(latest);
    expect(at(expiry(latest, -most, unit))).toBeLessThan(LATEST_EXPIRY);
    if (unit !== 'minutes' && unit !== 'hours') {
      expect(expiry('2026-01-15T12:00:00Z', most, unit)).toBe(latest);
      expect(at(expiry(latest, -most, unit))).toBeLessThan(0);
    }
  });
});
