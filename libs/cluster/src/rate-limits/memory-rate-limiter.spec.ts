import { expect, it } from '@jest/globals';
import { MAX_KEYS, MemoryRateLimiter } from './memory-rate-limiter.js';
import { describeRateLimiter } from './rate-limiter.contract.js';

const LIMIT = { attempts: 2, periodMs: 1000 };

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

it('MemoryRateLimiter stores nothing about an attempt that was refunded', async () => {
  const counter = new MemoryRateLimiter(LIMIT);
  await counter.consume('key', 0);
  await counter.refund('key', 0);
  expect(counter.size).toBe(0);
});

it('MemoryRateLimiter counts a new key about as fast when it is full as when it is empty', async () => {
  const ROUNDS = 4;
  let strangers = 0;
  /**
   * Returns the CPU time for filling the limiter with new keys. Few keys would not be measurable, since some systems
   * count CPU time in steps of several milliseconds.
   */
  const fillMs = async (limiter: MemoryRateLimiter) => {
    const start = process.threadCpuUsage();
    for (let i = 0; i < MAX_KEYS; i++) await limiter.penalize(`stranger ${strangers++}`, 0);
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1000;
  };
  // Only the fastest rounds are compared, since some rounds include compilation or garbage collection.
  const empty: number[] = [];
  for (let i = 0; i < ROUNDS; i++) empty.push(await fillMs(new MemoryRateLimiter(LIMIT)));
  const limiter = new MemoryRateLimiter(LIMIT);
  await fillMs(limiter);
  const full: number[] = [];
  for (let i = 0; i < ROUNDS; i++) full.push(await fillMs(limiter));
  expect(limiter.size).toBe(MAX_KEYS);
  expect(Math.min(...full) / Math.min(...empty)).toBeLessThan(5);
});
