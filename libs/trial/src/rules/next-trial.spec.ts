import { describe, expect, it } from '@jest/globals';
import type { TrialMode } from '@app/database';
import { nextTrial } from './next-trial.js';

const at = (text: string) => Temporal.Instant.from(`2026-03-${text}+08:00`).epochMilliseconds;

const period = (start: string, end: string) => ({ startedAt: at(start), expiresAt: at(end) });
const TERMS = { trialMinutes: 60, trialIntervalHours: 24, timeZone: 'Asia/Shanghai' };

describe('nextTrial', () => {
  it.each<
    [what: string, mode: TrialMode, last: [string, string] | undefined, now: string, next?: [string, string]]
  >([
    ['the first', 'once', undefined, '10T12:00', ['10T12:00', '10T13:00']],
    ['while it runs', 'once', ['10T12:00', '10T13:00'], '10T12:59', ['10T12:00', '10T13:00']],
    ['at its end', 'once', ['10T12:00', '10T13:00'], '10T13:00', undefined],
    ['long after', 'once', ['10T12:00', '10T13:00'], '20T12:00', undefined],
    ['over, clock set back by a day', 'once', ['10T12:00', '10T13:00'], '09T12:00', ['10T12:00', '09T13:00']],

    ['the first', 'interval', undefined, '10T12:00', ['10T12:00', '10T13:00']],
    ['over, same day', 'interval', ['10T12:00', '10T13:00'], '10T23:59', undefined],
    ['over, next day', 'interval', ['10T12:00', '10T13:00'], '11T00:00', ['11T00:00', '11T01:00']],
    ['running past midnight', 'interval', ['10T23:30', '11T00:30'], '11T00:29', ['10T23:30', '11T00:30']],
    ['over after midnight', 'interval', ['10T23:30', '11T00:30'], '11T00:30', ['11T00:30', '11T01:30']],
    ['begun at midnight', 'interval', ['11T00:00', '11T01:00'], '11T01:00', undefined],
    [
      'clock set back while it runs',
      'interval',
      ['10T12:00', '10T13:00'],
      '10T11:30',
      ['10T12:00', '10T12:30'],
    ],
    [
      'set back by days: shortened',
      'interval',
      ['10T12:00', '10T13:00'],
      '05T12:00',
      ['10T12:00', '05T13:00'],
    ],
    ['then over until it starts', 'interval', ['10T12:00', '05T13:00'], '05T13:00', undefined],
    ['and in the interval it was for', 'interval', ['10T12:00', '05T13:00'], '10T14:00', undefined],
    ['but not in the next', 'interval', ['10T12:00', '05T13:00'], '11T00:00', ['11T00:00', '11T01:00']],
  ])('%s (%s)', (_, trial, last, now, next) => {
    const result = nextTrial(last && period(...last), { ...TERMS, trial }, at(now));
    expect(result).toEqual(next && period(...next));
  });
});
