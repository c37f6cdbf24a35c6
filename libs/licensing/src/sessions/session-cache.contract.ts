import { beforeEach, describe, expect, it } from '@jest/globals';
import { ServiceUnavailableError } from '@app/platform';
import { eventually } from '../../../../test/support/server-process.js';
import type { AffectedSessions, CachedSession, SessionCache } from './session-cache.js';

const LOGIN = 1_000_000;

export function session(id: number, changes: Partial<CachedSession> = {}): CachedSession {
  return {
    id,
    tokenHash: `hash-${id}`,
    applicationId: 1,
    applicationRevision: 1,
    heartbeatTimeoutSec: 1800,
    holderKind: 'card',
    holderId: 1,
    holderName: 'C1',
    deviceId: 'D1',
    expiresAt: 9_000_000,
    expiry: { expires: '1970-01-01 02:30:00', expires_ts: 9000 },
    uses: undefined,
    lastSeenAt: LOGIN,
    ...changes,
  };
}

/** Contract of every session cache. `create` returns an empty cache. */
export function describeSessionCache(create: () => SessionCache | Promise<SessionCache>): void {
  let store: SessionCache;
  beforeEach(async () => {
    store = await create();
  });

  const put = async (live: CachedSession) => store.put(live, await store.readVersion());
  /** Runs a change that concerns the given sessions or holders. */
  const change = (...affected: AffectedSessions[]) =>
    store.invalidating((invalidate) => invalidate(affected));
  const changeHolder = (holderKind: AffectedSessions['holderKind'], holderId: number) =>
    change({ holderKind, holderId });
  /** Returns the last known heartbeat of a session, assuming that no heartbeat was saved to the database. */
  const latest = async (id: number) => {
    const recent = await store.recentHeartbeats([session(id)]);
    return Math.max(LOGIN, recent.get(id) ?? 0);
  };
  const seen = async (tokenHash: string) => (await store.find(tokenHash))?.lastSeenAt;
  const beat = async (tokenHash: string, now: number) => store.touch((await store.find(tokenHash))!, now);
  /** Runs a save that leaves some heartbeats unsaved. Returns the heartbeats that the save received. */
  async function save(...left: number[]): Promise<Record<number, number>> {
    let saved: Record<number, number> = {};
    await store.saveHeartbeats(async (lastSeenAt) => {
      saved = Object.fromEntries(lastSeenAt);
      return left;
    });
    return saved;
  }

  it('drops copies that were read before a late commit, whose reply was lost', async () => {
    // Drops many times, since a slow machine may store the copy only after some of the drops.
    store.lateCommitsMs = Array.from({ length: 100 }, (_, i) => 200 * i);
    const lost = store.invalidating(async (invalidate) => {
      await invalidate([{ holderKind: 'card', holderId: 1 }]);
      throw new ServiceUnavailableError('The database does not answer');
    });
    await expect(lost).rejects.toThrow(ServiceUnavailableError);
    await put(session(1));
    await eventually(async () => (await store.find('hash-1')) === undefined || undefined);
  });

  describe('put and find', () => {
    it('find gives what put stored', async () => {
      expect(await put(session(1))).toEqual(session(1));
      expect(await store.find('hash-1')).toEqual(session(1));
    });

    it('find returns nothing for another token', async () => {
      await put(session(1));
      expect(await store.find('hash-2')).toBeUndefined();
    });

    it('a session read again replaces its older copy', async () => {
      await put(session(1));
      await put(session(1, { expiresAt: null }));
      expect(await store.find('hash-1')).toMatchObject({ expiresAt: null });
    });
  });

  describe('uses', () => {
    const uses = (left: number, resetsAt: number | null = null) => ({ left, total: 10, resetsAt });
    const counted = (id: number, changes: Partial<CachedSession> = {}) =>
      session(id, { uses: uses(9), holderName: 'a [1,2,3]]', ...changes });
    const left = async (tokenHash: string) => (await store.find(tokenHash))?.uses?.left;

    it.each([null, 1_800_000_000_000])('are stored with a session (resets: %p)', async (resetsAt) => {
      await put(counted(1, { uses: uses(9, resetsAt) }));
      expect(await store.find('hash-1')).toEqual(counted(1, { uses: uses(9, resetsAt) }));
    });

    it('noteUses changes them in all sessions of the holder, and nothing else', async () => {
      await put(counted(1));
      await put(counted(2));
      await put(counted(3, { holderId: 2 }));
      const version = await store.readVersion();
      await store.noteUses(counted(1), uses(8, 5_000), version);
      expect(await store.find('hash-1')).toEqual(counted(1, { uses: uses(8, 5_000) }));
      expect(await store.find('hash-2')).toEqual(counted(2, { uses: uses(8, 5_000) }));
      expect(await left('hash-3')).toBe(9);
    });

    it('noteUses keeps the latest heartbeat', async () => {
      await put(counted(1));
      await beat('hash-1', LOGIN + 10);
      await store.noteUses(counted(1), uses(8), await store.readVersion());
      expect(await seen('hash-1')).toBe(LOGIN + 10);
      await beat('hash-1', LOGIN + 20);
      expect(await left('hash-1')).toBe(8);
    });

    it('noteUses drops the sessions of a holder that has changed since', async () => {
      await put(counted(1));
      await beat('hash-1', LOGIN + 10);
      const version = await store.readVersion();
      await changeHolder('card', 1);
      await put(counted(1, { uses: uses(100) }));
      await store.noteUses(counted(1), uses(8), version);
      expect(await store.find('hash-1')).toBeUndefined();
      expect(await put(counted(1, { uses: uses(100) }))).toMatchObject({ lastSeenAt: LOGIN + 10 });
      expect(await left('hash-1')).toBe(100);
    });

    it('of two consumptions at once, the one that reports later drops the sessions', async () => {
      await put(counted(1));
      const [first, second] = [await store.readVersion(), await store.readVersion()];
      await store.noteUses(counted(1), uses(7), second);
      await store.noteUses(counted(1), uses(8), first);
      expect(await store.find('hash-1')).toBeUndefined();
    });

    it('consumptions one after another keep the sessions', async () => {
      await put(counted(1));
      for (const number of [8, 7, 6])
        await store.noteUses(counted(1), uses(number), await store.readVersion());
      expect(await left('hash-1')).toBe(6);
    });

    it('a session read before a consumption is not stored after it', async () => {
      const version = await store.readVersion();
      await store.noteUses(counted(1), uses(8), await store.readVersion());
      await store.put(counted(1), version);
      expect(await store.find('hash-1')).toBeUndefined();
    });

    it('a change that is still in progress drops the sessions', async () => {
      await put(counted(1));
      const version = await store.readVersion();
      await store.invalidating(async (invalidate) => {
        await invalidate([{ holderKind: 'card', holderId: 1 }]);
        await store.noteUses(counted(1), uses(8), version);
      });
      expect(await store.find('hash-1')).toBeUndefined();
    });

    it('sessions that are not counted stay as they are', async () => {
      await put(session(1));
      await store.noteUses(session(1), uses(8), await store.readVersion());
      expect((await store.find('hash-1'))?.expiresAt).toBe(9_000_000);
    });
  });

  describe('heartbeats', () => {
    it('touch advances the time', async () => {
      await put(session(1));
      await beat('hash-1', LOGIN + 5);
      expect(await seen('hash-1')).toBe(LOGIN + 5);
    });

    it.each([0, -5])('touch never sets the time back (%d)', async (by) => {
      await put(session(1));
      await beat('hash-1', LOGIN + 10);
      await beat('hash-1', LOGIN + 10 + by);
      expect(await seen('hash-1')).toBe(LOGIN + 10);
      expect(await save()).toEqual({ 1: LOGIN + 10 });
    });

    it('touch with a copy from before the session was read again never sets the time back', async () => {
      await put(session(1));
      const older = (await store.find('hash-1'))!;
      await changeHolder('card', 1);
      await put(session(1));
      await beat('hash-1', LOGIN + 10);
      await store.touch(older, LOGIN + 5);
      expect(await seen('hash-1')).toBe(LOGIN + 10);
      expect(await save()).toEqual({ 1: LOGIN + 10 });
    });

    it('touch with a copy from before the session was read again counts for the session', async () => {
      await put(session(1));
      const older = (await store.find('hash-1'))!;
      await changeHolder('card', 1);
      await put(session(1));
      await store.touch(older, LOGIN + 5);
      expect(await seen('hash-1')).toBe(LOGIN + 5);
    });

    it('put takes over a newer heartbeat that is not saved yet', async () => {
      await put(session(1));
      await beat('hash-1', LOGIN + 10);
      await change(session(1));
      expect(await put(session(1))).toMatchObject({ lastSeenAt: LOGIN + 10 });
      expect(await seen('hash-1')).toBe(LOGIN + 10);
    });

    it('put takes over a newer heartbeat that is just being saved', async () => {
      await put(session(1));
      await beat('hash-1', LOGIN + 10);
      await changeHolder('card', 1);
      await store.saveHeartbeats(async () => {
        expect(await put(session(1))).toMatchObject({ lastSeenAt: LOGIN + 10 });
        expect(await latest(1)).toBe(LOGIN + 10);
        return [];
      });
    });

    it('put keeps a newer time of the database', async () => {
      await put(session(1));
      await beat('hash-1', LOGIN + 10);
      expect(await put(session(1, { lastSeenAt: LOGIN + 20 }))).toMatchObject({ lastSeenAt: LOGIN + 20 });
    });

    it('put never sets back the time of a stored session', async () => {
      await put(session(1));
      await beat('hash-1', LOGIN + 10);
      await save();
      await put(session(1));
      expect(await seen('hash-1')).toBe(LOGIN + 10);
    });
  });

  describe('saving heartbeats', () => {
    it('hands over the last heartbeat of each session, once', async () => {
      await put(session(1));
      await put(session(2));
      await put(session(3));
      await beat('hash-1', LOGIN + 5);
      await beat('hash-1', LOGIN + 10);
      await beat('hash-2', LOGIN + 7);
      expect(await save()).toEqual({ 1: LOGIN + 10, 2: LOGIN + 7 });
      expect(await save()).toEqual({});
    });

    it('recentHeartbeats know a heartbeat before and just after it is saved', async () => {
      await put(session(1));
      expect(await latest(1)).toBe(LOGIN);
      await beat('hash-1', LOGIN + 5);
      expect(await latest(1)).toBe(LOGIN + 5);
      expect(await latest(2)).toBe(LOGIN);
      await save();
      expect(await latest(1)).toBe(LOGIN + 5);
    });

    it('a failed save keeps the heartbeats, and newer ones win', async () => {
      await put(session(1));
      await put(session(2));
      await beat('hash-1', LOGIN + 5);
      await beat('hash-2', LOGIN + 5);
      const failing = store.saveHeartbeats(async () => {
        await beat('hash-1', LOGIN + 10);
        throw new Error('database gone');
      });
      await expect(failing).rejects.toThrow('database gone');
      expect(await latest(2)).toBe(LOGIN + 5);
      expect(await save()).toEqual({ 1: LOGIN + 10, 2: LOGIN + 5 });
    });

    it('heartbeats that arrive during a save are left to the next save', async () => {
      await put(session(1));
      await beat('hash-1', LOGIN + 5);
      await store.saveHeartbeats(async () => {
        await beat('hash-1', LOGIN + 10);
        return [];
      });
      expect(await save()).toEqual({ 1: LOGIN + 10 });
    });

    it('heartbeats that a save skips are kept for the next one, and newer ones win', async () => {
      for (const id of [1, 2, 3]) await put(session(id));
      for (const id of [1, 2, 3]) await beat(`hash-${id}`, LOGIN + 5);
      await store.saveHeartbeats(async () => {
        await beat('hash-1', LOGIN + 10);
        return [1, 2];
      });
      expect(store.unsavedHeartbeats).toBe(2);
      expect(await latest(1)).toBe(LOGIN + 10);
      expect(await latest(2)).toBe(LOGIN + 5);
      expect(await save(2)).toEqual({ 1: LOGIN + 10, 2: LOGIN + 5 });
      expect(await save()).toEqual({ 2: LOGIN + 5 });
      expect(store.unsavedHeartbeats).toBe(0);
    });

    it('saves happen one after another', async () => {
      await put(session(1));
      await beat('hash-1', LOGIN + 5);
      const events: string[] = [];
      const first = store.saveHeartbeats(async () => {
        events.push('first begins');
        await beat('hash-1', LOGIN + 10);
        await new Promise((resolve) => setImmediate(resolve));
        events.push('first ends');
        return [];
      });
      const second = store.saveHeartbeats(async () => {
        events.push('second begins');
        return [];
      });
      await Promise.all([first, second]);
      expect(events).toEqual(['first begins', 'first ends', 'second begins']);
    });

    it.each([
      ['a change of the session', () => change(session(1))],
      ['a change of its holder', () => changeHolder('card', 1)],
    ])('%s leaves unsaved heartbeats to be saved', async (_, forget) => {
      await put(session(1));
      await beat('hash-1', LOGIN + 5);
      await forget();
      expect(await latest(1)).toBe(LOGIN + 5);
      expect(await save()).toEqual({ 1: LOGIN + 5 });
    });
  });

  describe('changes', () => {
    const ALL: CachedSession[] = [
      session(1),
      session(2),
      session(3, { holderId: 2 }),
      session(4, { holderKind: 'user' }),
      session(5, { holderId: 3, applicationId: 2 }),
    ];

    it.each([
      ['of a session', () => change(session(1)), [2, 3, 4, 5]],
      ['of a holder', () => changeHolder('card', 1), [3, 4, 5]],
      ['of several', () => change(session(1), session(5), { holderKind: 'user', holderId: 1 }), [2, 3]],
      ['of a holder without sessions', () => changeHolder('card', 99), [1, 2, 3, 4, 5]],
    ])('a change %s removes the affected sessions', async (_, forget, left) => {
      for (const live of ALL) await put(live);
      await forget();
      const found = await Promise.all(ALL.map(({ tokenHash }) => store.find(tokenHash)));
      expect(found.filter((live) => live !== undefined).map(({ id }) => id)).toEqual(left);
    });

    it('returns what the transaction returns, and fails as it fails', async () => {
      expect(await store.invalidating(async () => 7)).toBe(7);
      const failing = store.invalidating(async (invalidate) => {
        await invalidate([session(1)]);
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      await put(session(1));
      expect(await store.find('hash-1')).toBeDefined();
    });

    it('no copy that was read before the end of a change is stored after it', async () => {
      await put(session(1));
      await store.invalidating(async (invalidate) => {
        await invalidate([session(1)]);
        await put(session(1));
      });
      expect(await store.find('hash-1')).toBeUndefined();
    });

    it('a refused put still returns the latest heartbeat', async () => {
      await put(session(1));
      await beat('hash-1', LOGIN + 10);
      const version = await store.readVersion();
      await change(session(1));
      expect(await store.put(session(1), version)).toMatchObject({ lastSeenAt: LOGIN + 10 });
    });

    it('a heartbeat of a session that is not stored is saved and known', async () => {
      await store.touch(session(1), LOGIN + 10);
      expect(await latest(1)).toBe(LOGIN + 10);
      expect(await put(session(1))).toMatchObject({ lastSeenAt: LOGIN + 10 });
      expect(await save()).toEqual({ 1: LOGIN + 10 });
    });

    it('of missing sessions do nothing', async () => {
      await change(session(1));
      await changeHolder('card', 7);
      expect(await store.find('hash-1')).toBeUndefined();
    });
  });

  describe('tickets', () => {
    const other = session(9, { holderId: 2 });

    it.each([
      {
        change: 'a change of another session of that holder',
        make: () => change(session(2)),
        stored: false,
      },
      { change: 'a change of the holder', make: () => changeHolder('card', 1), stored: false },
      { change: 'a change of another holder', make: () => changeHolder('card', 2), stored: true },
      { change: 'a change of a user', make: () => changeHolder('user', 1), stored: true },
      { change: 'a change of another holder’s session', make: () => change(other), stored: true },
      { change: 'put of another session', make: () => put(session(2)), stored: true },
    ])('put of a session read before $change: stored $stored', async ({ make, stored }) => {
      const version = await store.readVersion();
      await make();
      expect(await store.put(session(1), version)).toEqual(session(1));
      expect((await store.find('hash-1')) !== undefined).toBe(stored);
    });

    it('a version taken after the change is good', async () => {
      await changeHolder('card', 1);
      await put(session(1));
      expect(await store.find('hash-1')).toBeDefined();
    });

    it('a refused put keeps the session that is already stored', async () => {
      const version = await store.readVersion();
      await changeHolder('card', 1);
      await put(session(1));
      await store.put(session(1, { expiresAt: 5 }), version);
      expect(await store.find('hash-1')).toMatchObject({ expiresAt: 9_000_000 });
    });
  });
}
