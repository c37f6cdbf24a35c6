import { describe, expect, it } from '@jest/globals';
import { sampleSpan, sessionPoints } from './session-points.js';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

describe('sampleSpan', () => {
  it.each([
    ['an hour', 60 * MINUTE, 10],
    ['a day', DAY, 10],
    ['as long as 500 narrow buckets', 5000 * MINUTE, 10],
    ['a little longer', 5000 * MINUTE + 1, 20],
    ['400 days', 400 * DAY, 1160],
  ])('of %s', (_, length, width) => {
    for (const from of [0, 7 * MINUTE, 1234567 * MINUTE]) {
      const span = sampleSpan(from, from + length);
      expect(span.width).toBe(width);
      expect(span.from * MINUTE).toBeLessThanOrEqual(from);
      expect(span.to * MINUTE).toBeGreaterThanOrEqual(from + length);
      expect(span.from % width).toBe(0);
      expect((span.to - span.from) / width).toBeLessThanOrEqual(501);
    }
  });
});

describe('sessionPoints', () => {
  const span = { from: 100, to: 140, width: 10 };
  const samples = new Map([
    [100, 3],
    [120, 5],
  ]);

  it('has 0 where there is no sample', () => {
    expect(sessionPoints(span, samples, 140 * MINUTE)).toEqual([
      { at: 100 * MINUTE, live: 3 },
      { at: 110 * MINUTE, live: 0 },
      { at: 120 * MINUTE, live: 5 },
      { at: 130 * MINUTE, live: 0 },
    ]);
  });

  it('omits buckets that are not over and have no sample', () => {
    const at = (now: number) => sessionPoints(span, samples, now * MINUTE).map(({ live }) => live);
    expect(at(139)).toEqual([3, 0, 5]);
    expect(at(121)).toEqual([3, 0, 5]);
    expect(at(119)).toEqual([3, 5]);
  });
});
