import { beforeEach, describe, expect, it } from '@jest/globals';
import type { LiveSession, SessionStore } from './session-store.js';

const LOGIN = 1_000_000;

function session(id: number, changes: Partial<LiveSession> = {}): LiveSession {
  return {
    id,
    tokenHash: `hash-${id}`,
    applicationId: 1,
    applicationRevision: 1,
    holderKind: 'card',
    holderId: 1,
    holderName: 'C1',
    deviceId: 'D1',
    expiresAt: 9_000_000,
    expiry: { expires: '1970-01-01 02:30:00', expires_ts: 9000 },
    lastSeenAt: LOGIN,
    ...changes,
  };
}

/** What every session store keeps to. `create` gives an empty one. */
export function describeSessionStore(create: () => SessionStore | Promise<SessionStore>): void {
  let store: SessionStore;
  beforeEach(async () => {
    store = await create();
  });

  const put = (live: LiveSession) => store.put(live, store.ticket());
  const seen = async (tokenHash: string) => (await store.find(tokenHash))?.lastSeenAt;
  const beat = async (tokenHash: string, now: number) => store.touch((await store.find(tokenHash))!, now);
  /** The heartbeats that a save is handed. */
  async function save(): Promise<Record<number, number>> {
    let saved: Record<number, number> = {};
    await store.saveHeartbeats(async (lastSeenAt) => {
      saved = Object.fromEntries(lastSeenAt);
    });
    return saved;
  }

  describe('put and find', () => {
    it('find gives what put stored', async () => {
      expect(await put(session(1))).toEqual(session(1));
      expect(await store.find('hash-1')).toEqual(session(1));
    });

    it('find knows no other token', async () => {
      await put(session(1));
      expect(await store.find('hash-2')).toBeUndefined();
    });

    it('a session read again replaces its older copy', async () => {
      await put(session(1));
      await put(session(1, { expiresAt: null }));
      expect(await store.find('hash-1')).toMatchObject({ expiresAt: null });
    });
  });

  describe('heartbeats', () => {
    it('touch moves the time on', async () => {
      await put(session(1));
      await beat('hash-1', LOGIN + 5);
      expect(await seen('hash-1')).toBe(LOGIN + 5);
    });

    it.each([0, -5])('touch never takes the time back (%d)', async (by) => {
      await put(session(1));
      await beat('hash-1', LOGIN + 10);
      await beat('hash-1', LOGIN + 10 + by);
      expect(await seen('hash-1')).toBe(LOGIN + 10);
      expect(await save()).toEqual({ 1: LOGIN + 10 });
    });

    it('touch of a copy found before the session was read again never takes the time back', async () => {
      await put(session(1));
      const older = (await store.find('hash-1'))!;
      await store.forgetHolder('card', 1);
      await put(session(1));
      await beat('hash-1', LOGIN + 10);
      await store.touch(older, LOGIN + 5);
      expect(await seen('hash-1')).toBe(LOGIN + 10);
      expect(await save()).toEqual({ 1: LOGIN + 10 });
    });

    it('touch of a copy found before the session was read again counts for it', async () => {
      await put(session(1));
      const older = (await store.find('hash-1'))!;
      await store.forgetHolder('card', 1);
      await put(session(1));
      await store.touch(older, LOGIN + 5);
      expect(await seen('hash-1')).toBe(LOGIN + 5);
    });

    it('put takes over a newer heartbeat that is not saved yet', async () => {
      await put(session(1));
      await beat('hash-1', LOGIN + 10);
      await store.forget(session(1));
      expect(await put(session(1))).toMatchObject({ lastSeenAt: LOGIN + 10 });
      expect(await seen('hash-1')).toBe(LOGIN + 10);
    });

    it('put takes over a newer heartbeat that is just being saved', async () => {
      await put(session(1));
      await beat('hash-1', LOGIN + 10);
      await store.forgetHolder('card', 1);
      await store.saveHeartbeats(async () => {
        expect(await put(session(1))).toMatchObject({ lastSeenAt: LOGIN + 10 });
        expect(store.recentHeartbeat(1)).toBe(LOGIN + 10);
      });
    });

    it('put keeps a newer time of the database', async () => {
      await put(session(1));
      await beat('hash-1', LOGIN + 10);
      expect(await put(session(1, { lastSeenAt: LOGIN + 20 }))).toMatchObject({ lastSeenAt: LOGIN + 20 });
    });

    it('put never takes back the time of a session that is there', async () => {
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

    it('recentHeartbeat knows a heartbeat before and just after it is saved', async () => {
      await put(session(1));
      expect(store.recentHeartbeat(1)).toBeUndefined();
      await beat('hash-1', LOGIN + 5);
      expect(store.recentHeartbeat(1)).toBe(LOGIN + 5);
      expect(store.recentHeartbeat(2)).toBeUndefined();
      await save();
      expect(store.recentHeartbeat(1)).toBe(LOGIN + 5);
    });

    it('a failed save keeps them, and newer ones win', async () => {
      await put(session(1));
      await put(session(2));
      await beat('hash-1', LOGIN + 5);
      await beat('hash-2', LOGIN + 5);
      const failing = store.saveHeartbeats(async () => {
        await beat('hash-1', LOGIN + 10);
        throw new Error('database gone');
      });
      await expect(failing).rejects.toThrow('database gone');
      expect(store.recentHeartbeat(2)).toBe(LOGIN + 5);
      expect(await save()).toEqual({ 1: LOGIN + 10, 2: LOGIN + 5 });
    });

    it('heartbeats that come during a save are for the next one', async () => {
      await put(session(1));
      await beat('hash-1', LOGIN + 5);
      await store.saveHeartbeats(async () => beat('hash-1', LOGIN + 10));
      expect(await save()).toEqual({ 1: LOGIN + 10 });
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
      });
      const second = store.saveHeartbeats(async () => void events.push('second begins'));
      await Promise.all([first, second]);
      expect(events).toEqual(['first begins', 'first ends', 'second begins']);
    });

    it.each([
      ['forget', () => store.forget(session(1))],
      ['forgetHolder', () => store.forgetHolder('card', 1)],
    ])('%s leaves unsaved heartbeats to be saved', async (_, forget) => {
      await put(session(1));
      await beat('hash-1', LOGIN + 5);
      await forget();
      expect(store.recentHeartbeat(1)).toBe(LOGIN + 5);
      expect(await save()).toEqual({ 1: LOGIN + 5 });
    });
  });

  describe('forgetting', () => {
    const ALL: LiveSession[] = [
      session(1),
      session(2),
      session(3, { holderId: 2 }),
      session(4, { holderKind: 'user' }),
      session(5, { holderId: 3, applicationId: 2 }),
    ];

    it.each([
      ['forget', () => store.forget(session(1)), [2, 3, 4, 5]],
      ['forgetHolder', () => store.forgetHolder('card', 1), [3, 4, 5]],
      ['forgetHolder of one without sessions', () => store.forgetHolder('card', 99), [1, 2, 3, 4, 5]],
    ])('%s removes what it concerns', async (_, forget, left) => {
      for (const live of ALL) await put(live);
      await forget();
      const found = await Promise.all(ALL.map(({ tokenHash }) => store.find(tokenHash)));
      expect(found.filter((live) => live !== undefined).map(({ id }) => id)).toEqual(left);
    });

    it('forgetting what is not there does nothing', async () => {
      await store.forget(session(1));
      await store.forgetHolder('card', 7);
      expect(await store.find('hash-1')).toBeUndefined();
    });
  });

  describe('tickets', () => {
    const other = session(9, { holderId: 2 });

    it.each([
      {
        change: 'forget of another session of that holder',
        make: () => store.forget(session(2)),
        stored: false,
      },
      { change: 'forgetHolder', make: () => store.forgetHolder('card', 1), stored: false },
      { change: 'forgetHolder of another', make: () => store.forgetHolder('card', 2), stored: true },
      { change: 'forgetHolder of a user', make: () => store.forgetHolder('user', 1), stored: true },
      { change: 'forget of another holder’s session', make: () => store.forget(other), stored: true },
      { change: 'put of another session', make: () => put(session(2)), stored: true },
    ])('put of a session read before $change: stored $stored', async ({ make, stored }) => {
      const ticket = store.ticket();
      await make();
      const given = await store.put(session(1), ticket);
      expect(given !== undefined).toBe(stored);
      expect((await store.find('hash-1')) !== undefined).toBe(stored);
    });

    it('a ticket taken after the change is good', async () => {
      await store.forgetHolder('card', 1);
      expect(await put(session(1))).toBeDefined();
    });

    it('a refused put leaves a session that is there', async () => {
      const ticket = store.ticket();
      await store.forgetHolder('card', 1);
      await put(session(1));
      expect(await store.put(session(1, { expiresAt: 5 }), ticket)).toBeUndefined();
      expect(await store.find('hash-1')).toMatchObject({ expiresAt: 9_000_000 });
    });
  });
}
