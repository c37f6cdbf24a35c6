import { describe, expect, it } from '@jest/globals';
import { intervalStart } from './interval-start.js';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

describe('intervalStart', () => {
  it.each<[what: string, now: string, hours: number, timeZone: string, start: string]>([
    ['just before midnight', '2026-03-10T23:59:59.999+08:00', 24, 'Asia/Shanghai', '2026-03-10T00:00+08:00'],
    ['at midnight', '2026-03-11T00:00:00+08:00', 24, 'Asia/Shanghai', '2026-03-11T00:00+08:00'],
    ['six hours', '2026-03-11T17:59:59+08:00', 6, 'Asia/Shanghai', '2026-03-11T12:00+08:00'],
    ['one hour', '2026-03-11T17:59:59+08:00', 1, 'Asia/Shanghai', '2026-03-11T17:00+08:00'],
    [
      'one hour in a half-hour zone',
      '2026-03-11T17:59:59+05:30',
      1,
      'Asia/Kolkata',
      '2026-03-11T17:00+05:30',
    ],
    ['a week, on a Sunday', '2026-03-15T23:59:59+08:00', 168, 'Asia/Shanghai', '2026-03-09T00:00+08:00'],
    ['a week, on a Monday', '2026-03-16T00:00:00+08:00', 168, 'Asia/Shanghai', '2026-03-16T00:00+08:00'],
    ['a leap day', '2028-02-29T12:00:00Z', 24, 'UTC', '2028-02-29T00:00Z'],
    // 8 March 2026: clocks are set from 02:00 -05:00 to 03:00 -04:00.
    ['the day of 23 hours', '2026-03-08T23:59:59-04:00', 24, 'America/New_York', '2026-03-08T00:00-05:00'],
    ['the day after', '2026-03-09T00:00:00-04:00', 24, 'America/New_York', '2026-03-09T00:00-04:00'],
    [
      'a start within the missing hour',
      '2026-03-08T03:00:00-04:00',
      2,
      'America/New_York',
      '2026-03-08T03:00-04:00',
    ],
    // 1 November 2026: clocks are set from 02:00 -04:00 back to 01:00 -05:00.
    ['the day of 25 hours', '2026-11-01T23:59:59-05:00', 24, 'America/New_York', '2026-11-01T00:00-04:00'],
    [
      'the hour that comes twice, first',
      '2026-11-01T01:30:00-04:00',
      1,
      'America/New_York',
      '2026-11-01T01:00-04:00',
    ],
    [
      'the hour that comes twice, again',
      '2026-11-01T01:30:00-05:00',
      1,
      'America/New_York',
      '2026-11-01T01:00-04:00',
    ],
    // 29 March 2026: clocks are set from 00:00 +02:00 to 01:00 +03:00, so that the day has no midnight.
    ['a day without midnight', '2026-03-29T01:00:00+03:00', 24, 'Asia/Beirut', '2026-03-29T01:00+03:00'],
    ['before a missing midnight', '2026-03-28T23:59:59+02:00', 24, 'Asia/Beirut', '2026-03-28T00:00+02:00'],
    // 25 October 2026: clocks are set from 00:00 +03:00 back to 23:00 +02:00 of the day before.
    [
      'the last hour of a day, first',
      '2026-10-24T23:30:00+03:00',
      24,
      'Asia/Beirut',
      '2026-10-24T00:00+03:00',
    ],
    [
      'the last hour of a day, again',
      '2026-10-24T23:30:00+02:00',
      24,
      'Asia/Beirut',
      '2026-10-24T00:00+03:00',
    ],
  ])('%s', (_, now, hours, timeZone, start) => {
    expect(intervalStart(at(now), hours, timeZone)).toBe(at(start));
  });

  it.each(['America/New_York', 'Asia/Beirut', 'Australia/Lord_Howe', 'America/Havana'])(
    'never goes back while a year passes in %s',
    (timeZone) => {
      for (const hours of [1, 5, 24]) {
        let last = 0;
        // The faults are collected, since calling `expect` 17,520 times would take longer than `intervalStart` itself.
        const faults: number[] = [];
        for (let now = at('2026-01-01T00:00Z'); now < at('2027-01-01T00:00Z'); now += 1_800_000) {
          const start = intervalStart(now, hours, timeZone);
          if (start < last || start > now) faults.push(now);
          last = start;
        }
        expect(faults).toEqual([]);
      }
    },
  );
});
