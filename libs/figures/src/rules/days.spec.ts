import { describe, expect, it } from '@jest/globals';
import { addDays, dateAt, daysUntil, firstDay, nextDay } from './days.js';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const HOUR = 3_600_000;

describe('dateAt', () => {
  it.each([
    ['2026-01-15T15:59:59Z', 'Asia/Shanghai', '2026-01-15'],
    ['2026-01-15T16:00:00Z', 'Asia/Shanghai', '2026-01-16'],
    ['2026-01-15T03:00:00Z', 'America/New_York', '2026-01-14'],
    ['2026-01-15T18:30:00Z', 'Asia/Kolkata', '2026-01-16'],
  ])('of %s in %s is %s', (time, zone, date) => {
    expect(dateAt(at(time), zone)).toBe(date);
  });
});

it('addDays follows the calendar', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
});

describe('days', () => {
  it.each([
    ['America/New_York', '2026-03-08T12:00:00Z', '2026-03-08', 23],
    ['America/New_York', '2026-11-01T12:00:00Z', '2026-11-01', 25],
    // The clocks go forward at midnight: the day begins at 01:00.
    ['America/Santiago', '2026-09-06T12:00:00Z', '2026-09-06', 23],
    ['Asia/Shanghai', '2026-03-08T12:00:00Z', '2026-03-08', 24],
  ])('in %s at %s are %s with %d hours', (zone, time, day, hours) => {
    const found = firstDay(at(time), zone);
    expect(found.day).toBe(day);
    expect((found.endsAt - found.startsAt) / HOUR).toBe(hours);
    expect(found.startsAt).toBeLessThanOrEqual(at(time));
    expect(nextDay(found, zone)).toEqual(firstDay(found.endsAt, zone));
  });

  it('follow each other without gap or overlap', () => {
    const days = daysUntil(
      firstDay(at('2026-01-01T00:00:00Z'), 'Europe/Berlin'),
      at('2026-12-31T12:00:00Z'),
      'Europe/Berlin',
    );
    expect(days).toHaveLength(365);
    for (const [i, { startsAt }] of days.entries()) if (i > 0) expect(startsAt).toBe(days[i - 1]!.endsAt);
  });

  it.each([
    ['UTC', 'Asia/Shanghai', 16],
    ['Asia/Shanghai', 'UTC', 32],
    // The change skips a whole date: this day has 0 hours rather than a negative number.
    ['Etc/GMT+12', 'Pacific/Kiritimati', 0],
  ])('after a change from %s to %s last %s hours', (before, after, hours) => {
    const last = firstDay(at('2026-01-15T12:00:00Z'), before);
    const next = nextDay(last, after);
    expect(next.startsAt).toBe(last.endsAt);
    expect((next.endsAt - next.startsAt) / HOUR).toBe(hours);
  });
});
