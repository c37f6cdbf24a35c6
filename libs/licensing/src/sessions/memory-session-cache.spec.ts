import { describe, expect, it } from '@jest/globals';
import { MemorySessionCache } from './memory-session-cache.js';
import { describeSessionCache, session } from './session-cache.contract.js';

describe('MemorySessionCache', () => {
  describeSessionCache(() => new MemorySessionCache());

  it('refuses tickets from before more changes than it remembers', async () => {
    const store = new MemorySessionCache();
    const change = (holderId: number) =>
      store.invalidating((invalidate) => invalidate([{ holderKind: 'card', holderId }]));
    const isStored = async (version: number) => {
      await store.put(session(1), version);
      return (await store.find('hash-1')) !== undefined;
    };
    const version = await store.readVersion();
    await change(2);
    const later = await store.readVersion();
    for (let holderId = 3; holderId <= 10_002; holderId++) await change(holderId);
    expect(await isStored(version)).toBe(false);
    expect(await isStored(later)).toBe(false);
    expect(await isStored(await store.readVersion())).toBe(true);
  });
});
