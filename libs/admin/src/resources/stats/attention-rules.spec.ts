import { expect, it } from '@jest/globals';
import { type DeliveriesOfWebhook, failingDelivery, isFailingFunction } from './attention-rules.js';

const DAY = 86_400_000;
const NOW = 100 * DAY;

it.each([
  [0, 0, false],
  [2, 2, false],
  [3, 3, true],
  [3, 15, true],
  [3, 16, false],
  [100, 200, true],
])('a function with %i failures in %i calls fails: %s', (failed, calls, expected) => {
  expect(isFailingFunction(failed, calls)).toBe(expected);
});

const delivery = (attempts: number, lastAt: number | null) => ({ attempts, lastAt });
const NONE: DeliveriesOfWebhook = { pending: null, failed: null, delivered: null };

it.each<[string, Partial<DeliveriesOfWebhook>, 'pending' | 'failed' | undefined]>([
  ['without deliveries', {}, undefined],
  ['with two failed attempts', { pending: delivery(2, NOW) }, undefined],
  ['with three failed attempts', { pending: delivery(3, NOW) }, 'pending'],
  ['that gave up a day ago', { failed: delivery(9, NOW - DAY) }, 'failed'],
  ['that gave up earlier', { failed: delivery(9, NOW - DAY - 1) }, undefined],
  [
    'that gave up before it delivered',
    { failed: delivery(9, NOW - 2), delivered: delivery(1, NOW - 1) },
    undefined,
  ],
  [
    'that gave up after it delivered',
    { failed: delivery(9, NOW - 1), delivered: delivery(1, NOW - 2) },
    'failed',
  ],
])('a webhook %s', (_, deliveries, expected) => {
  const all = { ...NONE, ...deliveries };
  expect(failingDelivery(all, NOW)).toBe(expected && all[expected]);
});
