import { expect, it } from '@jest/globals';
import { MemoryTryCounter } from './memory-try-counter.js';
import { describeTryCounter } from './try-counter.contract.js';

const LIMIT = { tries: 2, periodMs: 1000 };

describeTryCounter('MemoryTryCounter', (limit) => new MemoryTryCounter(limit));

it('MemoryTryCounter remembers so many keys, and of more of them those that were tried last', async () => {
  const counter = new MemoryTryCounter(LIMIT, 100);
  for (let i = 0; i < 150; i++) await counter.count(`key ${i}`, 0);
  expect(counter.size).toBe(100);
  await counter.count('key 50', 0);
  await counter.count('another', 0);
  expect(await counter.count('key 50', 0)).toBeGreaterThan(0);
  expect(await counter.count('key 51', 0)).toBe(0);
});

it('MemoryTryCounter remembers nothing of a try that was taken back', async () => {
  const counter = new MemoryTryCounter(LIMIT);
  await counter.claim('key', 0);
  await counter.takeBack('key', 0);
  expect(counter.size).toBe(0);
});
