import { expect, it } from '@jest/globals';
import { MemoryNonceStore } from './memory-nonce-store.js';
import { describeNonceStore } from './nonce-store.contract.js';

describeNonceStore('MemoryNonceStore', () => new MemoryNonceStore());

it('MemoryNonceStore forgets nonces that are free again', async () => {
  const store = new MemoryNonceStore();
  for (let second = 0; second < 3600; second++) await store.claim(1, `n${second}`, second * 1000, 90_000);
  const kept = store['generations'].reduce((sum, { nonces }) => sum + nonces.size, 0);
  expect(kept).toBeLessThanOrEqual(90 + 2 * 60);
});
