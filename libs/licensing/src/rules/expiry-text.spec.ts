import { describe, expect, it } from '@jest/globals';
import { showExpiry } from './expiry-text.js';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

describe('showExpiry', () => {
  it.each([
    ['2026-01-15T12:00:00Z', 'UTC', '2026-01-15 12:00:00'],
    ['2026-01-15T12:00:00Z', 'Asia/Shanghai', '2026-01-15 20:00:00'],
    ['2026-01-15T20:30:05Z', 'Asia/Shanghai', '2026-01-16 04:30:05'],
    ['2026-01-15T12:00:00Z', 'America/New_York', '2026-01-15 07:00:00'],
    ['2026-07-15T12:00:00Z', 'America/New_York', '2026-07-15 08:00:00'],
    ['2026-01-15T12:00:00Z', 'Asia/Kathmandu', '2026-01-15 17:45:00'],
    ['9999-12-30T00:00:00Z', 'Pacific/Kiritimati', '9999-12-30 14:00:00'],
  ])('shows %s in %s as %s', (instant, timeZone, expires) => {
    expect(showExpiry(at(instant), timeZone)).toEqual({ expires, expires_ts: at(instant) / 1000 });
  });

  it('drops fractions of a second in both forms', () => {
    expect(showExpiry(at('2026-01-15T12:00:00.999Z'), 'UTC')).toEqual({
      expires: '2026-01-15 12:00:00',
      expires_ts: at('2026-01-15T12:00:00Z') / 1000,
    });
  });

  it.each([
    ['UTC', '2099-12-31T23:59:59Z'],
    ['Asia/Shanghai', '2099-12-31T15:59:59Z'],
    ['America/New_York', '2100-01-01T04:59:59Z'],
  ])('shows a permanent expiry as the end of 2099 in %s', (timeZone, instant) => {
    expect(showExpiry(null, timeZone)).toEqual({
      expires: '2099-12-31 23:59:59',
      expires_ts: at(instant) / 1000,
    });
  });
});
