import { expect, it } from '@jest/globals';
import { RequestMetrics } from './request-metrics.js';

it('RequestMetrics counts each time in all buckets that it does not exceed, and groups requests without a route', () => {
  const figures = new RequestMetrics();
  const route = { path: '/x/:id' };
  const ago = (ms: number) => performance.now() - ms;
  for (const ms of [600, 600, 2000, 60_000])
    figures.record({ method: 'GET', route, startedAt: ago(ms) }, 200);
  figures.record({ method: 'PROPFIND', startedAt: ago(1) }, 404);
  figures.record({ method: 'GET', startedAt: ago(1) }, 404);

  const [counts, durations] = figures.metrics();
  expect(counts!.samples).toEqual([
    { value: 4, labels: { method: 'GET', route: '/x/:id', code: 200 } },
    { value: 2, labels: { method: '', route: '', code: 404 } },
  ]);
  const of = (suffix: string, le?: number | string) =>
    durations!.samples.find(
      ({ suffix: is, labels }) => is === suffix && labels!['route'] === route.path && labels!['le'] === le,
    )!.value;
  expect([0.5, 1, 2.5, 10, '+Inf'].map((le) => of('_bucket', le))).toEqual([0, 2, 3, 3, 4]);
  expect(of('_count')).toBe(4);
  expect(of('_sum')).toBeGreaterThanOrEqual(63.2);
  expect(of('_sum')).toBeLessThan(63.6);
});
