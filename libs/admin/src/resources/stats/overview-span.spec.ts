import { expect, it } from '@jest/globals';
import { type OverviewPeriod, overviewSpan } from './overview-span.js';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const iso = (time: number) => Temporal.Instant.fromEpochMilliseconds(time).toString().slice(0, 16);

it.each<[OverviewPeriod, string, string, string, string[], string, string]>([
  // period, now, zone → first edge, last edges, the period before
  [
    'today',
    '2026-01-15T02:30Z',
    'UTC',
    '2026-01-15T00:00',
    ['2026-01-15T02:00', '2026-01-15T03:00'],
    '2026-01-14T00:00',
    '2026-01-14T03:00',
  ],
  [
    'today',
    '2026-01-15T00:00Z',
    'UTC',
    '2026-01-15T00:00',
    ['2026-01-15T00:00', '2026-01-15T01:00'],
    '2026-01-14T00:00',
    '2026-01-14T01:00',
  ],
  [
    'today',
    '2026-01-15T23:59Z',
    'UTC',
    '2026-01-15T00:00',
    ['2026-01-15T23:00', '2026-01-16T00:00'],
    '2026-01-14T00:00',
    '2026-01-15T00:00',
  ],
  [
    '7d',
    '2026-01-15T02:30Z',
    'UTC',
    '2026-01-09T00:00',
    ['2026-01-15T00:00', '2026-01-16T00:00'],
    '2026-01-02T00:00',
    '2026-01-08T03:00',
  ],
  [
    '7d',
    '2026-01-14T18:30Z',
    'Asia/Shanghai',
    '2026-01-08T16:00',
    ['2026-01-14T16:00', '2026-01-15T16:00'],
    '2026-01-01T16:00',
    '2026-01-07T19:00',
  ],
  // In India, UTC hours start at half past: the first hour of the day starts at 00:30.
  [
    'today',
    '2026-01-15T20:30Z',
    'Asia/Kolkata',
    '2026-01-15T19:00',
    ['2026-01-15T20:00', '2026-01-15T21:00'],
    '2026-01-14T18:30',
    '2026-01-14T21:00',
  ],
  // Clocks went forward on 29 March.
  [
    '7d',
    '2026-03-30T10:00Z',
    'Europe/Berlin',
    '2026-03-23T23:00',
    ['2026-03-29T22:00', '2026-03-30T22:00'],
    '2026-03-16T23:00',
    '2026-03-23T12:00',
  ],
])('%s at %s in %s', (period, now, zone, first, last, from, to) => {
  const { edges, dates, before, by } = overviewSpan(at(now), period, zone);
  expect(by).toBe(period === 'today' ? 'hour' : 'day');
  expect(iso(edges[0]!)).toBe(first);
  expect(edges.slice(-2).map(iso)).toEqual(last);
  expect([iso(before.from), iso(before.to)]).toEqual([from, to]);
  expect([dates.length, before.dates.length]).toEqual(period === 'today' ? [1, 1] : [7, 7]);
  const [lastBefore, firstDate] = [before.dates.at(-1)!, dates[0]!];
  expect(Temporal.PlainDate.from(lastBefore).add({ days: 1 }).toString()).toBe(firstDate);
});
