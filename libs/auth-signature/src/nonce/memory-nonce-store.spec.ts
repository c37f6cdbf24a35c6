import { expect, it } from '@jest/globals';
import { LimitMetrics } from '@app/platform';
import { MemoryNonceStore } from './memory-nonce-store.js';
import { describeNonceStore } from './nonce-store.contract.js';

/** A clock that advances by more than the lifetime of a nonce each time it is read. */
const hastyClock = () => {
  let time = 0;
  return { steady: () => (time += 120_000) };
};

const create = (clock: { steady: () => number }, limit = 0) =>
  new MemoryNonceStore(clock, limit, new LimitMetrics());

describeNonceStore('MemoryNonceStore', (limit) => create(hastyClock(), limit));

it('MemoryNonceStore forgets nonces that are free again', async () => {
  let second = 0;
  const store = create({ steady: () => second * 1000 });
  for (; second < 3600; second++) {
    await store.claim(1, `n${second}`, second * 1000, 90_000);
    if (second % 60 === 0) await store.claim(1, `long${second}`, second * 1000, 300_000);
  }
  const kept = store['generations'].all.reduce((sum, { nonces }) => sum + nonces.size, 0);
  expect(kept).toBeLessThanOrEqual(90 + 2 * 60 + 5 + 2);
});

it('MemoryNonceStore keeps nonces while the clock is set ahead for a while', async () => {
  let passed = 0;
  const store = create({ steady: () => passed });
  await store.claim(1, 'n', 1000, 90_000);
  for (; passed < 80_000; passed += 20_000)
    await store.claim(1, `ahead${passed}`, 3_600_000 + passed, 90_000);
  expect(await store.claim(1, 'n', 1000 + passed, 90_000)).toBe(false);
});
