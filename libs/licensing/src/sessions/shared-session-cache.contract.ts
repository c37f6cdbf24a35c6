import { describe, expect, it } from '@jest/globals';
import { session } from './session-cache.contract.js';
import type { SessionCache } from './session-cache.js';

const LOGIN = session(1).lastSeenAt;

/** Contract of every session cache that processes share. `two` returns those of two processes, both empty. */
export function describeSharedSessionCache(two: () => Promise<{ a: SessionCache; b: SessionCache }>): void {
  const put = async (store: SessionCache, live = session(1)) => store.put(live, await store.readVersion());

  describe('two processes', () => {
    it('find what the other one stored, and its heartbeats', async () => {
      const { a, b } = await two();
      await put(a);
      expect(await b.find('hash-1')).toEqual(session(1));
      await a.touch(session(1), LOGIN + 10);
      await a.find('hash-1');
      expect(await b.find('hash-1')).toMatchObject({ lastSeenAt: LOGIN + 10 });
      expect((await b.recentHeartbeats([session(1)])).get(1)).toBe(LOGIN + 10);
    });

    it('know a heartbeat of the other one after the session was dropped', async () => {
      const { a, b } = await two();
      await put(a);
      await a.touch(session(1), LOGIN + 10);
      await a.invalidating((invalidate) => invalidate([session(1)]));
      expect((await b.recentHeartbeats([session(1)])).get(1)).toBe(LOGIN + 10);
      expect(await put(b)).toMatchObject({ lastSeenAt: LOGIN + 10 });
    });

    it('a heartbeat does not restore a session that the other one dropped', async () => {
      const { a, b } = await two();
      await put(a);
      const found = (await a.find('hash-1'))!;
      await b.invalidating((invalidate) => invalidate([session(1)]));
      await a.touch(found, LOGIN + 10);
      expect(await a.find('hash-1')).toBeUndefined();
    });

    it('do not store sessions read before a change of the other one', async () => {
      const { a, b } = await two();
      const version = await a.readVersion();
      await b.invalidating((invalidate) => invalidate([{ holderKind: 'card', holderId: 1 }]));
      await a.put(session(1), version);
      expect(await b.find('hash-1')).toBeUndefined();
    });

    it('do not store sessions read during a change', async () => {
      const { a, b } = await two();
      await put(a);
      await b.invalidating(async (invalidate) => {
        await invalidate([{ holderKind: 'card', holderId: 1 }]);
        expect(await a.find('hash-1')).toBeUndefined();
        await put(a);
        expect(await a.find('hash-1')).toBeUndefined();
      });
      await put(a);
      expect(await b.find('hash-1')).toBeDefined();
    });

    it('the end of one change does not end another', async () => {
      const { a, b } = await two();
      await a.invalidating(async (invalidate) => {
        await invalidate([session(1)]);
        await b.invalidating((invalidate) => invalidate([session(1)]));
        await put(b);
        expect(await b.find('hash-1')).toBeUndefined();
      });
    });
  });
}
