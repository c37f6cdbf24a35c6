import { describe, expect, it } from '@jest/globals';
import type { DurationUnit } from '@app/database';
import { rechargedExpiry } from './recharge.js';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const NOW = '2026-01-15T12:00:00Z';

describe('rechargedExpiry', () => {
  it.each<[string, string, number, DurationUnit, string]>([
    ['time is left: on top of it', '2026-02-01T00:00:00Z', 10, 'days', '2026-02-11T00:00:00Z'],
    [
      'a millisecond is left: on top of it',
      '2026-01-15T12:00:00.001Z',
      1,
      'hours',
      '2026-01-15T13:00:00.001Z',
    ],
    ['it ends now: from now', NOW, 1, 'hours', '2026-01-15T13:00:00Z'],
    ['it ended: from now', '2025-06-01T00:00:00Z', 10, 'days', '2026-01-25T12:00:00Z'],
    ['the calendar counts from the old expiry', '2026-01-31T12:00:00Z', 1, 'months', '2026-02-28T12:00:00Z'],
  ])('%s', (_, expiresAt, durationAmount, durationUnit, expected) => {
    const given = rechargedExpiry(
      { expiresAt: at(expiresAt) },
      { durationUnit, durationAmount },
      at(NOW),
      'UTC',
    );
    expect(given).toBe(at(expected));
  });

  it.each([
    ['with time left', '2026-02-01T00:00:00Z'],
    ['that ended', '2025-06-01T00:00:00Z'],
  ])('a permanent card makes a target %s permanent', (_, expiresAt) => {
    const permanent = { durationUnit: 'permanent', durationAmount: 0 } as const;
    expect(rechargedExpiry({ expiresAt: at(expiresAt) }, permanent, at(NOW), 'UTC')).toBeNull();
  });

  it('days follow the time zone', () => {
    // New York's clocks go forward on 8 March 2026.
    const day = { durationUnit: 'days', durationAmount: 1 } as const;
    const target = { expiresAt: at('2026-03-07T17:00:00Z') };
    expect(rechargedExpiry(target, day, at(NOW), 'America/New_York')).toBe(at('2026-03-08T16:00:00Z'));
  });
});
