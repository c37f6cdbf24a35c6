import { describe, expect, it } from '@jest/globals';
import { MemorySessionCache } from './memory-session-cache.js';
import { describeSessionCache, session } from './session-cache.contract.js';

describe('MemorySessionCache', () => {
  describeSessionCache(() => new MemorySessionCache());

  it('refuses versions that are older than the changes it remembers', async () => {
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

  it('knows the sessions of a holder while their number rises and falls', async () => {
    const store = new MemorySessionCache();
    const put = async (id: number) => store.put(session(id), await store.readVersion());
    const end = (tokenHash?: string) =>
      store.invalidating((invalidate) => invalidate([{ holderKind: 'card', holderId: 1, tokenHash }]));
    const stored = async () => {
      const found = await Promise.all([1, 2, 3].map((id) => store.find(`hash-${id}`)));
      return found.flatMap((each) => each?.id ?? []);
    };
    await put(1);
    await put(1);
    await end('hash-1');
    expect(await stored()).toEqual([]);
    for (const id of [1, 2, 3]) await put(id);
    await end('hash-1');
    await end('hash-3');
    expect(await stored()).toEqual([2]);
    await put(3);
    expect(await stored()).toEqual([2, 3]);
    await end();
    expect(await stored()).toEqual([]);
    await put(1);
    await end();
    expect(await stored()).toEqual([]);
  });
});
