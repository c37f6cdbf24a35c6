import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '@app/platform';
import type { HourCount } from './activity-points.js';
import { countLogins, overviewCounts } from './overview-counts.js';

const count = (hour: number, event: HourCount['event'], count: number, code = 0): HourCount => ({
  hour,
  event,
  code,
  count,
});
const EDGES = [10, 12, 14].map((hour) => hour * HOUR_MS);

describe('overviewCounts', () => {
  it('adds up activations by card type, most frequent first', () => {
    const counts = [
      count(10, 'activation', 1, 3),
      count(11, 'activation', 2, 4),
      count(13, 'activation', 5, 4),
      count(13, 'activation', 1, 0),
    ];
    const { points, types } = overviewCounts(EDGES, counts, 0);
    expect(types).toEqual([
      { cardTypeId: 4, total: 7 },
      { cardTypeId: 0, total: 1 },
      { cardTypeId: 3, total: 1 },
    ]);
    expect(points.map(({ activations, activationsByType }) => [activations, activationsByType])).toEqual([
      [3, { 4: 2, 0: 0, 3: 1 }],
      [6, { 4: 5, 0: 1, 3: 0 }],
    ]);
  });

  it('counts a refused login once as a refusal', () => {
    const counts = [
      count(10, 'refusal', 3, 10218),
      count(10, 'login_refusal', 3),
      count(12, 'refusal', 4, 429),
    ];
    const { points, codes } = overviewCounts(EDGES, counts, 0);
    expect(points.map(({ refusals, loginRefusals }) => [refusals, loginRefusals])).toEqual([
      [3, 3],
      [4, 0],
    ]);
    expect(codes).toEqual([
      { code: 429, total: 4 },
      { code: 10218, total: 3 },
    ]);
  });

  it.each([
    [9, [0, 0]],
    [11, [0, 0]],
    [12, [null, 0]],
    [14, [null, null]],
  ])('with refused logins counted since hour %i, returns %j', (since, expected) => {
    expect(overviewCounts(EDGES, [], since).points.map(({ loginRefusals }) => loginRefusals)).toEqual(
      expected,
    );
  });
});

it.each([
  [9, { accepted: 30, refused: 1 }],
  [11, { accepted: 20, refused: 1 }],
  [12, { accepted: 0, refused: 0 }],
])('with refused logins counted since hour %i, countLogins returns %j', (since, expected) => {
  const counts = [count(10, 'login', 10), count(11, 'login', 20), count(11, 'login_refusal', 1)];
  expect(countLogins(counts, since)).toEqual(expected);
});
