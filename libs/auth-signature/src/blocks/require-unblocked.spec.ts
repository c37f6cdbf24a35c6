import { expect, it } from '@jest/globals';
import { retryAfterSec } from './require-unblocked.js';

const NOW = 1_000_000_000_000;

it.each([
  [1, 1],
  [1000, 1],
  [1001, 2],
  [3_599_000, 3599],
  [3_599_001, 3600],
  [3_600_001, 3600],
  [Infinity, 3600],
])('a block that ends in %d ms allows a retry after %d s', (ms, seconds) => {
  expect(retryAfterSec(NOW + ms, NOW)).toBe(seconds);
});
