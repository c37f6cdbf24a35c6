import { describe, expect, it } from '@jest/globals';
import { bucketEdges, bucketOf, nextDays } from './time-buckets.js';

const HOUR = 3_600_000;
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const shown = (edges: number[]) =>
  edges.map((edge) => Temporal.Instant.fromEpochMilliseconds(edge).toString().slice(0, 16));

describe('bucketEdges', () => {
  it.each([
    ['whole hours', '2026-01-15T10:00Z', '2026-01-15T12:00Z', ['10:00', '11:00', '12:00']],
    [
      'hours that the span only touches',
      '2026-01-15T10:59Z',
      '2026-01-15T12:01Z',
      ['10:00', '11:00', '12:00', '13:00'],
    ],
    ['one moment', '2026-01-15T10:30Z', '2026-01-15T10:30:00.001Z', ['10:00', '11:00']],
  ])('covers %s', (_, from, to, expected) => {
    const edges = bucketEdges(at(from), at(to), 'hour', 'Asia/Kolkata');
    expect(shown(edges).map((text) => text.slice(11))).toEqual(expected);
  });

  it.each([
    ['UTC', '2026-01-15T10:00Z', '2026-01-16T00:00Z', ['2026-01-15T00:00', '2026-01-16T00:00']],
    [
      'Asia/Shanghai',
      '2026-01-15T16:00Z',
      '2026-01-16T16:00:00.001Z',
      ['2026-01-15T16:00', '2026-01-16T16:00', '2026-01-17T16:00'],
    ],
    [
      'Asia/Kolkata',
      '2026-01-15T18:29Z',
      '2026-01-15T18:31Z',
      ['2026-01-14T18:30', '2026-01-15T18:30', '2026-01-16T18:30'],
    ],
  ])('uses the calendar days of %s', (zone, from, to, expected) => {
    expect(shown(bucketEdges(at(from), at(to), 'day', zone))).toEqual(expected);
  });

  it.each([
    ['Europe/Berlin', '2026-03-29T12:00Z', 23],
    ['Europe/Berlin', '2026-10-25T12:00Z', 25],
    // In Cairo, clocks go forward at midnight: this day starts at 1 o'clock.
    ['Africa/Cairo', '2026-04-24T12:00Z', 23],
    ['Asia/Shanghai', '2026-03-29T12:00Z', 24],
  ])('knows that a day of %s around %s has %d hours', (zone, noon, hours) => {
    const [start, end, ...rest] = bucketEdges(at(noon), at(noon) + 1, 'day', zone) as [number, number];
    expect((end - start) / HOUR).toBe(hours);
    expect(rest).toEqual([]);
  });

  it('returns one edge more than the days that a long span touches, in ascending order', () => {
    const edges = bucketEdges(at('2026-01-01T00:00Z'), at('2027-02-05T00:00Z'), 'day', 'Europe/Berlin');
    expect(edges.length).toBe(402);
    expect(edges).toEqual(edges.toSorted((a, b) => a - b));
    expect(new Set(edges).size).toBe(edges.length);
  });
});

describe('nextDays', () => {
  it('begins with the current day', () => {
    expect(shown(nextDays(at('2026-01-15T12:00Z'), 2, 'Asia/Shanghai'))).toEqual([
      '2026-01-14T16:00',
      '2026-01-15T16:00',
      '2026-01-16T16:00',
    ]);
  });
});

describe('bucketOf', () => {
  const edges = [10, 20, 30, 40];
  it.each([
    [10, 0],
    [19, 0],
    [20, 1],
    [29, 1],
    [30, 2],
    [39, 2],
  ])('finds %d in bucket %d', (time, bucket) => expect(bucketOf(edges, time)).toBe(bucket));
  it('finds the only bucket', () => expect(bucketOf([5, 6], 5)).toBe(0));
});
