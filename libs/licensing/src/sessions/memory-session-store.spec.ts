import { describe, expect, it } from '@jest/globals';
import { MemorySessionStore } from './memory-session-store.js';
import { describeSessionStore, session } from './session-store.contract.js';

describe('MemorySessionStore', () => {
  describeSessionStore(() => new MemorySessionStore());

  it('refuses tickets from before more changes than it remembers', async () => {
    const store = new MemorySessionStore();
    const change = (holderId: number) =>
      store.changing((suspend) => suspend([{ holderKind: 'card', holderId }]));
    const isStored = async (ticket: number) => {
      await store.put(session(1), ticket);
      return (await store.find('hash-1')) !== undefined;
    };
    const ticket = await store.ticket();
    await change(2);
    const later = await store.ticket();
    for (let holderId = 3; holderId <= 10_002; holderId++) await change(holderId);
    expect(await isStored(ticket)).toBe(false);
    expect(await isStored(later)).toBe(false);
    expect(await isStored(await store.ticket())).toBe(true);
  });
});
