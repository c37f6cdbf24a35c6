import { expect, it } from '@jest/globals';
import { MemoryRateLimiter } from './memory-rate-limiter.js';
import { describeRateLimiter } from './rate-limiter.contract.js';

const LIMIT = { tries: 2, periodMs: 1000 };

describeRateLimiter('MemoryRateLimiter', (limit) => new MemoryRateLimiter(limit));

it('MemoryRateLimiter holds a limited number of keys, the latest ones', async () => {
  const counter = new MemoryRateLimiter(LIMIT, 100);
  for (let i = 0; i < 150; i++) await counter.penalize(`key ${i}`, 0);
  expect(counter.size).toBe(100);
  await counter.penalize('key 50', 0);
  await counter.penalize('another', 0);
  expect(await counter.penalize('key 50', 0)).toBeGreaterThan(0);
  expect(await counter.penalize('key 51', 0)).toBe(0);
});

it('MemoryRateLimiter remembers nothing of a try that was taken back', async () => {
  const counter = new MemoryRateLimiter(LIMIT);
  await counter.consume('key', 0);
  await counter.refund('key', 0);
  expect(counter.size).toBe(0);
});
