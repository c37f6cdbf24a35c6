import { describe, expect, it } from '@jest/globals';
import { MemorySessionStore } from './memory-session-store.js';
import { describeSessionStore } from './session-store.contract.js';

describe('MemorySessionStore', () => {
  describeSessionStore(() => new MemorySessionStore());

  it('refuses tickets from before more changes than it remembers', async () => {
    const store = new MemorySessionStore();
    const ticket = store.ticket();
    await store.forgetHolder('card', 1);
    const later = store.ticket();
    for (let holderId = 2; holderId <= 10_001; holderId++) await store.forgetHolder('card', holderId);
    const live = {
      id: 1,
      tokenHash: 'hash',
      applicationId: 1,
      applicationRevision: 1,
      holderKind: 'card',
      holderId: 1,
      holderName: 'C1',
      deviceId: 'D1',
      expiresAt: null,
      expiry: { expires: '', expires_ts: 0 },
      lastSeenAt: 1,
    } as const;
    expect(await store.put(live, ticket)).toBeUndefined();
    expect(await store.put(live, later)).toBeUndefined();
    expect(await store.put(live, store.ticket())).toBeDefined();
  });
});
