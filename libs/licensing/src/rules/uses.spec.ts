import { describe, expect, it } from '@jest/globals';
import type { UsesPeriod } from '@app/database';
import { addUses, applyRefills, consumeUses, type Counter, usesOf } from './uses.js';

const ms = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const SHANGHAI = 'Asia/Shanghai';
/** 20:00 in Shanghai. */
const NOW = ms('2026-11-22T12:00:00Z');
const MAX = 1_000_000_000;

const counter = (uses: number | null, usesUsed = 0, more: Partial<Counter> = {}): Counter => ({
  uses,
  usesUsed,
  usesPeriod: 'none',
  usesCountedAt: null,
  ...more,
});
const every = (usesPeriod: UsesPeriod, usesUsed: number, countedAt: string): Counter =>
  counter(10, usesUsed, { usesPeriod, usesCountedAt: ms(countedAt) });

describe('usesOf', () => {
  it('is undefined for a holder that is not counted', () => {
    expect(usesOf(counter(null), NOW, SHANGHAI)).toBeUndefined();
  });

  it.each([
    ['unused', counter(10), 10],
    ['partly consumed', counter(10, 4), 6],
    ['empty', counter(10, 10), 0],
    ['with fewer uses than were consumed', counter(3, 4), 0],
  ])('without a period: %s', (_, state, left) => {
    expect(usesOf(state, NOW, SHANGHAI)).toEqual({ left, total: state.uses, resetsAt: null });
  });

  it.each<[what: string, Counter, at: string, left: number, resetsAt: string]>([
    [
      'the same day',
      every('day', 4, '2026-11-21T16:00:00Z'),
      '2026-11-22T15:59:59.999Z',
      6,
      '2026-11-22T16:00:00Z',
    ],
    [
      'midnight',
      every('day', 4, '2026-11-22T15:59:59.999Z'),
      '2026-11-22T16:00:00Z',
      10,
      '2026-11-23T16:00:00Z',
    ],
    [
      'days later',
      every('day', 4, '2026-11-02T00:00:00Z'),
      '2026-11-22T12:00:00Z',
      10,
      '2026-11-22T16:00:00Z',
    ],
    [
      'the same month',
      every('month', 4, '2026-10-31T16:00:00Z'),
      '2026-11-30T15:59:59Z',
      6,
      '2026-11-30T16:00:00Z',
    ],
    [
      'the first',
      every('month', 4, '2026-11-30T15:59:59Z'),
      '2026-11-30T16:00:00Z',
      10,
      '2026-12-31T16:00:00Z',
    ],
    [
      'more than a period',
      every('day', -5, '2026-11-22T10:00:00Z'),
      '2026-11-22T12:00:00Z',
      15,
      '2026-11-22T16:00:00Z',
    ],
    [
      'the day after that',
      every('day', -5, '2026-11-21T10:00:00Z'),
      '2026-11-22T12:00:00Z',
      10,
      '2026-11-22T16:00:00Z',
    ],
    [
      'a clock a little behind',
      every('day', 4, '2026-11-22T16:00:00Z'),
      '2026-11-22T15:59:59.990Z',
      6,
      '2026-11-23T16:00:00Z',
    ],
    [
      'a time from a wrong clock',
      every('day', 10, '2027-11-22T16:00:00Z'),
      '2026-11-22T12:00:00Z',
      10,
      '2026-11-22T16:00:00Z',
    ],
  ])('with a period: %s', (_, state, at, left, resetsAt) => {
    expect(usesOf(state, ms(at), SHANGHAI)).toEqual({ left, total: 10, resetsAt: ms(resetsAt) });
  });

  it('a period in which no uses were ever consumed', () => {
    expect(usesOf(counter(10, 0, { usesPeriod: 'day' }), NOW, 'UTC')).toEqual({
      left: 10,
      total: 10,
      resetsAt: ms('2026-11-23T00:00:00Z'),
    });
  });

  it.each<[zone: string, at: string, resetsAt: string]>([
    ['a day of 23 hours', '2026-03-29T12:00:00Z', '2026-03-29T22:00:00Z'],
    ['a day of 25 hours', '2026-10-25T12:00:00Z', '2026-10-25T23:00:00Z'],
  ])('clocks that change: %s', (_, at, resetsAt) => {
    const state = counter(10, 0, { usesPeriod: 'day' });
    expect(usesOf(state, ms(at), 'Europe/Berlin')?.resetsAt).toBe(ms(resetsAt));
  });

  it('a midnight that does not exist', () => {
    const state = counter(10, 0, { usesPeriod: 'day' });
    const before = usesOf(state, ms('2018-11-03T12:00:00Z'), 'America/Sao_Paulo');
    expect(before?.resetsAt).toBe(ms('2018-11-04T03:00:00Z'));
  });
});

describe('consumeUses', () => {
  it.each<[what: string, Counter, amount: number, usesUsed: number | undefined]>([
    ['one of many', counter(10), 1, 1],
    ['the last ones', counter(10, 7), 3, 10],
    ['more than are left', counter(10, 7), 4, undefined],
    ['an empty one', counter(10, 10), 1, undefined],
    ['one that is not counted', counter(null), 1, undefined],
    ['after a refill', every('day', 10, '2026-11-21T10:00:00Z'), 4, 4],
    ['before a refill', every('day', 10, '2026-11-22T10:00:00Z'), 1, undefined],
    ['uses added to a period', every('day', -5, '2026-11-22T10:00:00Z'), 15, 10],
  ])('%s', (_, state, amount, usesUsed) => {
    const changes = usesUsed === undefined ? undefined : { usesUsed, usesCountedAt: NOW };
    expect(consumeUses(state, amount, NOW, SHANGHAI)).toEqual(changes);
  });

  it('keeps the later of two clocks, so that no period is refilled twice', () => {
    const midnight = ms('2026-11-22T16:00:00Z');
    const state = counter(10, 4, { usesPeriod: 'day', usesCountedAt: midnight });
    expect(consumeUses(state, 1, midnight - 10, SHANGHAI)).toEqual({ usesUsed: 5, usesCountedAt: midnight });
  });

  it('does not keep a time from a wrong clock', () => {
    const state = every('day', 4, '2027-11-22T16:00:00Z');
    expect(consumeUses(state, 1, NOW, SHANGHAI)).toEqual({ usesUsed: 1, usesCountedAt: NOW });
  });
});

describe('applyRefills', () => {
  it.each<[what: string, Counter, used: number]>([
    ['keeps the uses of this period', every('day', 4, '2026-11-22T10:00:00Z'), 4],
    ['forgets those of a past period', every('day', 10, '2026-11-21T10:00:00Z'), 0],
    ['forgets uses that were given to a past period', every('day', -5, '2026-11-21T10:00:00Z'), 0],
  ])('%s', (_, state, used) => {
    const values = applyRefills(state, NOW, SHANGHAI);
    expect(values).toEqual({ usesUsed: used });
    const changed = { ...state, ...values, usesPeriod: 'none' } as const;
    expect(usesOf(changed, NOW, SHANGHAI)).toMatchObject({ left: 10 - used });
  });

  it.each<[UsesPeriod, countedAt: string, left: number]>([
    ['month', '2026-11-21T10:00:00Z', 10],
    ['month', '2026-11-22T10:00:00Z', 6],
    ['none', '2026-11-21T10:00:00Z', 10],
    ['none', '2026-11-22T10:00:00Z', 6],
  ])('after a change from %s to day, only uses of the day count (%s)', (period, at, left) => {
    const state = every(period, 4, at);
    const changed = { ...state, ...applyRefills(state, NOW, SHANGHAI), usesPeriod: 'day' } as const;
    expect(usesOf(changed, NOW, SHANGHAI)).toMatchObject({ left });
  });
});

describe('addUses', () => {
  it.each<[what: string, Counter, amount: number, left: number, total: number]>([
    ['to the total', counter(10, 4), 5, 11, 15],
    ['to an empty one', counter(10, 10), 5, 5, 15],
    ['as many as there can be', counter(MAX, 4), 10, MAX, MAX],
    ['half of them fit', counter(MAX - 2, 0), 10, MAX, MAX],
    ['some are lost', counter(10, 4), -5, 1, 10],
    ['all are lost', counter(10, 4), -50, 0, 10],
    ['to a period', every('day', 4, '2026-11-22T10:00:00Z'), 5, 11, 10],
    ['beyond a period', every('day', 1, '2026-11-22T10:00:00Z'), 5, 14, 10],
    ['to a new period', every('day', 9, '2026-11-21T10:00:00Z'), 5, 15, 10],
    ['lost from a period', every('day', 4, '2026-11-22T10:00:00Z'), -5, 1, 10],
  ])('%s', (_, state, amount, left, total) => {
    const changed = { ...state, ...addUses(state, amount, NOW, SHANGHAI) };
    expect(usesOf(changed, NOW, SHANGHAI)).toMatchObject({ left, total });
  });

  it('adds uses to a period only until its end', () => {
    const state = every('day', 4, '2026-11-22T10:00:00Z');
    const changed = { ...state, ...addUses(state, 50, NOW, SHANGHAI) };
    expect(usesOf(changed, ms('2026-11-22T16:00:00Z'), SHANGHAI)?.left).toBe(10);
  });
});
