import { describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@app/platform';
import { clipBytes, clipUnits } from './clip.js';
import { decideMessage } from './decide-message.js';
import { digestDay } from './digest-day.js';
import { allowanceAt, withAttempt } from './message-rate.js';
import { tokenHint } from './new-notifier.js';
import { quietUntil } from './quiet-hours.js';
import type { Outcome } from './services/service.js';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const NOW = at('2026-01-15T12:00:00Z');

describe('quietUntil', () => {
  it.each<[string, string | null, string | null, string, string | undefined]>([
    ['2026-01-15T12:00:00Z', '11:00', '13:00', 'UTC', '2026-01-15T13:00:00Z'],
    ['2026-01-15T13:00:00Z', '11:00', '13:00', 'UTC', undefined],
    ['2026-01-15T10:59:59Z', '11:00', '13:00', 'UTC', undefined],
    // Across midnight.
    ['2026-01-15T23:00:00Z', '22:00', '08:00', 'UTC', '2026-01-16T08:00:00Z'],
    ['2026-01-15T07:59:59Z', '22:00', '08:00', 'UTC', '2026-01-15T08:00:00Z'],
    ['2026-01-15T08:00:00Z', '22:00', '08:00', 'UTC', undefined],
    ['2026-01-15T14:00:00Z', '22:00', '08:00', 'Asia/Shanghai', '2026-01-16T00:00:00Z'],
    ['2026-01-15T12:00:00Z', null, null, 'UTC', undefined],
    ['2026-01-15T12:00:00Z', '12:00', '12:00', 'UTC', undefined],
    // The clocks skip from 02:00 to 03:00 in Berlin.
    ['2026-03-29T00:30:00Z', '22:00', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
    // The clocks go back from 03:00 to 02:00 in Berlin.
    ['2026-10-25T00:15:00Z', '22:00', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
    ['2026-10-25T01:15:00Z', '22:00', '02:30', 'Europe/Berlin', undefined],
  ])('at %s from %s to %s in %s', (now, quietFrom, quietTo, timeZone, until) => {
    expect(quietUntil({ quietFrom, quietTo, timeZone }, at(now))).toBe(until && at(until));
  });
});

describe('digestDay', () => {
  it.each<[string, number, string, string | undefined]>([
    ['2026-01-15T08:00:00Z', 8, 'UTC', '2026-01-14'],
    ['2026-01-15T07:59:59Z', 8, 'UTC', '2026-01-13'],
    ['2026-01-15T00:00:00Z', 8, 'Asia/Shanghai', '2026-01-14'],
    ['2026-01-15T00:00:00Z', 0, 'UTC', '2026-01-14'],
    ['2026-03-01T12:00:00Z', 9, 'UTC', '2026-02-28'],
    // 02:00 does not exist in Berlin on this day; the digest comes at 03:00.
    ['2026-03-29T00:59:59Z', 2, 'Europe/Berlin', '2026-03-27'],
    ['2026-03-29T01:00:00Z', 2, 'Europe/Berlin', '2026-03-28'],
  ])('at %s with hour %i in %s', (now, digestHour, timeZone, day) => {
    expect(digestDay({ digestHour, timeZone, createdAt: 0 }, at(now))).toBe(day);
  });

  it('is undefined before the first digest hour of a notifier', () => {
    const notifier = { digestHour: 8, timeZone: 'UTC', createdAt: at('2026-01-15T12:00:00Z') };
    expect(digestDay(notifier, at('2026-01-16T07:59:59Z'))).toBeUndefined();
    expect(digestDay(notifier, at('2026-01-16T08:00:00Z'))).toBe('2026-01-15');
  });
});

describe('the rate of messages', () => {
  it('is 20 within any minute', () => {
    let recent = '';
    for (let i = 0; i < 20; i++) {
      expect(allowanceAt(recent, NOW + i * 1000).left).toBe(20 - i);
      recent = withAttempt(recent, NOW + i * 1000);
    }
    expect(recent.length).toBeLessThanOrEqual(400);
    expect(allowanceAt(recent, NOW + 20_000)).toEqual({ left: 0, freeAt: NOW + MINUTE_MS });
    expect(allowanceAt(recent, NOW + MINUTE_MS).left).toBe(1);
    expect(allowanceAt(recent, NOW + MINUTE_MS + 19_000).left).toBe(20);
  });

  it('ignores attempts in the future after the clock was set back', () => {
    expect(allowanceAt(withAttempt('', NOW), NOW - 1).left).toBe(20);
  });
});

describe('decideMessage', () => {
  const fresh = { attempts: 0, createdAt: NOW };
  const busy = { result: 'busy', answer: 'later' } as const;

  it('makes no further attempt after a message was sent or refused', () => {
    const sent = decideMessage({ result: 'sent', answer: null }, 3, fresh, NOW);
    expect(sent).toEqual({
      message: { status: 'sent', attempts: 1, nextAt: null, lastAt: NOW, lastAnswer: null },
      notifier: { failures: 0, pausedUntil: 0, lastAt: NOW, lastSent: true, lastAnswer: null },
    });
    const refused = decideMessage({ result: 'refused', answer: 'too long' }, 0, fresh, NOW);
    expect(refused.message).toMatchObject({ status: 'failed', nextAt: null, lastAnswer: 'too long' });
    expect(refused.notifier).toMatchObject({ pausedUntil: 0, lastSent: false });
  });

  it.each([
    [0, 30_000],
    [1, 2 * MINUTE_MS],
    [2, 10 * MINUTE_MS],
    [3, 30 * MINUTE_MS],
    [4, HOUR_MS],
    [40, HOUR_MS],
  ])('pauses longer after %i failures', (failures, pause) => {
    const { message, notifier } = decideMessage(busy, failures, fresh, NOW);
    expect(notifier).toMatchObject({ failures: failures + 1, pausedUntil: NOW + pause });
    expect(message).toMatchObject({ status: 'pending', nextAt: NOW + pause });
  });

  it('puts a message that fails again behind the others', () => {
    const { message, notifier } = decideMessage(busy, 0, { attempts: 3, createdAt: NOW }, NOW);
    expect(notifier.pausedUntil).toBe(NOW + 30_000);
    expect(message.nextAt).toBe(NOW + 30 * MINUTE_MS);
  });

  it('waits as long as the service asks, but at most an hour', () => {
    for (const [waitMs, pause] of [
      [5000, 5000],
      [9 * HOUR_MS, HOUR_MS],
    ] as const)
      expect(decideMessage({ ...busy, waitMs }, 0, fresh, NOW).notifier.pausedUntil).toBe(NOW + pause);
  });

  it('waits an hour for a correction of the settings', () => {
    const wrong: Outcome = { result: 'misconfigured', answer: 'Unauthorized' };
    expect(decideMessage(wrong, 0, fresh, NOW).notifier.pausedUntil).toBe(NOW + HOUR_MS);
  });

  it('gives up a day after the event', () => {
    const old = (age: number) => decideMessage(busy, 0, { attempts: 0, createdAt: NOW - age }, NOW).message;
    expect(old(DAY_MS - 30_000)).toMatchObject({ status: 'pending' });
    expect(old(DAY_MS - 29_999)).toMatchObject({ status: 'failed', nextAt: null });
  });
});

describe('clipping', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abcde…'],
    ['abcd😀g', 6, 'abcd…'],
  ])('units of %s to %i', (text, max, clipped) => {
    expect(clipUnits(text, max)).toBe(clipped);
  });

  it.each([
    ['卡密', 6, '卡密'],
    ['卡密卡', 8, '卡…'],
    ['卡密卡', 6, '卡…'],
  ])('bytes of %s to %i', (text, max, clipped) => {
    expect(clipBytes(text, max)).toBe(clipped);
  });
});

describe('tokenHint', () => {
  it.each([
    ['bark', 'short-key', '…'],
    ['telegram', '123456789:AAE-secret', '…cret'],
    ['discord', 'https://discord.com/api/webhooks/1/secret', 'discord.com/…cret'],
    ['email', null, null],
  ] as const)('of %s', (kind, token, hint) => {
    expect(tokenHint({ kind, token })).toBe(hint);
  });
});
