import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { IsNull, type Repository } from 'typeorm';
import { rowLock, Session } from '@app/database';
import {
  HeartbeatSaver,
  type CachedSession,
  SessionExpiryJob,
  SessionPurgeJob,
  SessionCache,
} from '@app/licensing';
import { CardApplication, type CardApplicationFile } from '../../support/card-application.js';
import { openTransaction } from '../../support/counters.js';
import { eventually } from '../../support/server-process.js';
import { ENGINE } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';

const DAY = 86_400;

describe('Sessions over time', () => {
  const server = TestServer.forSuite();

  const create = (file?: CardApplicationFile) => CardApplication.create(server, file);
  const rows = (): Repository<Session> => server.dataSource.getRepository(Session);
  async function restart(app: CardApplication): Promise<CardApplication> {
    await server.restart();
    return app.reconnect();
  }

  /** Inserts further sessions of C1 directly into the database, as if opened now. */
  async function openMany(app: CardApplication, count: number): Promise<Session[]> {
    await app.open();
    const { id: _, ...pattern } = (await app.sessions())[0]!;
    const sessions = Array.from({ length: count }, (_, i) => ({ ...pattern, tokenHash: `${app.name} ${i}` }));
    for (let start = 0; start < count; start += 1000)
      await rows().insert(sessions.slice(start, start + 1000));
    return app.sessions();
  }

  describe('a restart', () => {
    it('leaves sessions open', async () => {
      const app = await create({ type: { max_sessions: 2 } });
      const [token, ended] = [await app.open(), await app.open()];
      await app.logout(ended);
      const after = await restart(app);
      expect([await after.lives(token), await after.lives(ended)]).toEqual([true, false]);
    });

    it('after a save lets the timeout count from the last heartbeat', async () => {
      const app = await create();
      const token = await app.open();
      server.clock.advance(1000);
      await app.heartbeat(token);
      await server.get(HeartbeatSaver).save();
      const after = await restart(app);
      server.clock.advance(1800);
      expect(await after.lives(token)).toBe(true);
      const later = await restart(after);
      server.clock.advance(1801);
      expect(await later.lives(token)).toBe(false);
    });

    it('saves the heartbeats that are not saved yet', async () => {
      const app = await create();
      const token = await app.open();
      server.clock.advance(1000);
      await app.heartbeat(token);
      const after = await restart(app);
      expect(await after.sessions()).toMatchObject([{ lastSeenAt: server.clock.now() }]);
      server.clock.advance(1800);
      expect(await after.lives(token)).toBe(true);
    });
  });

  it('a longer timeout does not revive a replaced session', async () => {
    const app = await create({ settings: { multi_open_policy: 'refuse', heartbeat_timeout_sec: 30 } });
    const silent = await app.open();
    server.clock.advance(31);
    const next = await app.open();
    await app.configure({ heartbeat_timeout_sec: 1800 });
    expect([await app.lives(silent), await app.lives(next)]).toEqual([false, true]);
    expect(await app.sessions()).toMatchObject([{ endReason: 'timeout' }, { endReason: null }]);
  });

  describe('HeartbeatSaver', () => {
    it('brings the last heartbeat of each session to the database', async () => {
      const app = await create({ type: { max_sessions: 3 } });
      const [first, second] = [await app.open(), await app.open(), await app.open()];
      const opened = server.clock.now();
      for (const token of [first, first, second]) {
        server.clock.advance(10);
        await app.heartbeat(token);
      }
      await server.get(HeartbeatSaver).save();
      const seen = (await app.sessions()).map(({ lastSeenAt }) => lastSeenAt);
      expect(seen).toEqual([opened + 20_000, opened + 30_000, opened]);
    });

    it('saves more heartbeats than fit into one statement', async () => {
      const app = await create();
      const sessions = await openMany(app, 1200);
      const store = server.get(SessionCache);
      const opened = server.clock.now();
      for (const [i, session] of sessions.entries()) {
        const live: CachedSession = {
          id: session.id,
          tokenHash: session.tokenHash,
          applicationId: session.applicationId,
          applicationRevision: 1,
          heartbeatTimeoutSec: 1800,
          holderKind: session.holderKind,
          holderId: session.holderId,
          lastSeenAt: session.lastSeenAt,
          holderName: 'C1',
          deviceId: 'D1',
          expiresAt: null,
          expiry: { expires: '', expires_ts: 0 },
          uses: undefined,
        };
        await store.touch(await store.put(live, await store.readVersion()), opened + 1 + i);
      }
      await server.get(HeartbeatSaver).save();
      const seen = (await app.sessions()).map(({ lastSeenAt }) => lastSeenAt - opened);
      expect(seen).toEqual(sessions.map((_, i) => 1 + i));
    });
  });

  describe('sessions locked by another transaction', () => {
    const saver = () => server.get(HeartbeatSaver);
    const seen = async (app: CardApplication, card = 'C1') => (await app.sessions(card))[0]!.lastSeenAt;
    let app: CardApplication;
    let tokens: { C1: string; C2: string };
    let opened: number;
    let release: () => Promise<void>;
    beforeEach(async () => {
      await saver().save();
      app = await create({ cards: ['C1', 'C2'] });
      tokens = { C1: await app.open(), C2: await app.open('D1', 'C2') };
      opened = server.clock.now();
      server.clock.advance(10);
    });
    // A failed test must not block the following tests.
    afterEach(() => release());

    /** Locks the sessions of C1 (on SQLite the whole database) in another transaction until `release`. */
    const lockSessions = async (change?: (sessions: Repository<Session>) => unknown) => {
      const { id: holderId } = await app.row();
      const other = openTransaction(server.dataSource, async (manager) => {
        await manager.find(Session, { where: { holderKind: 'card', holderId }, ...rowLock(manager) });
        await change?.(manager.getRepository(Session));
      });
      release = other.commit;
      await other.changed;
    };
    const beat = async () => {
      for (const card of ['C1', 'C2'] as const)
        expect(await app.heartbeat(tokens[card], card)).toMatchObject({ code: 0 });
      return server.clock.now();
    };

    it('are skipped when heartbeats are saved, and saved afterwards', async () => {
      await lockSessions();
      const first = await beat();
      const saved = saver().save();
      if (ENGINE === 'mysql') {
        await saved;
        expect(await seen(app, 'C2')).toBe(first);
        expect(await seen(app)).toBe(opened);
        expect(server.get(SessionCache).unsavedHeartbeats).toBe(1);
      }
      server.clock.advance(10);
      const second = await beat();
      const savedAgain = saver().save();
      if (ENGINE === 'mysql') {
        await savedAgain;
        expect(await seen(app, 'C2')).toBe(second);
        expect(await seen(app)).toBe(opened);
      }
      await release();
      await Promise.all([saved, savedAgain]);
      await saver().save();
      expect([await seen(app), await seen(app, 'C2')]).toEqual([second, second]);
      expect(server.get(SessionCache).unsavedHeartbeats).toBe(0);
    });

    it.each([
      ['a later heartbeat that was written meanwhile stays', 'update', [9e12]],
      ['one that was deleted meanwhile is forgotten', 'delete', []],
    ] as const)('%s', async (_, change, left) => {
      const { id } = (await app.sessions())[0]!;
      await lockSessions((sessions) => sessions[change]({ id }, { lastSeenAt: 9e12 }));
      await beat();
      const saved = saver().save();
      if (ENGINE === 'mysql') await saved;
      await release();
      await saved;
      await saver().save();
      expect((await app.sessions()).map(({ lastSeenAt }) => lastSeenAt)).toEqual(left);
      expect(server.get(SessionCache).unsavedHeartbeats).toBe(0);
    });

    it('are waited for when the server stops', async () => {
      await lockSessions();
      const last = await beat();
      const restarted = server.restart();
      if (ENGINE === 'mysql') await eventually(async () => (await seen(app, 'C2')) === last || undefined);
      await release();
      await restarted;
      expect([await seen(app), await seen(app, 'C2')]).toEqual([last, last]);
    });

    it('are ended later if timed out, or stay open with their heartbeat', async () => {
      await lockSessions();
      server.clock.advance(1000);
      await app.heartbeat(tokens.C1);
      server.clock.advance(900);
      const job = server.get(SessionExpiryJob);
      const reasons = async () => [
        (await app.sessions())[0]!.endReason,
        (await app.sessions('C2'))[0]!.endReason,
      ];
      const run = job.run();
      if (ENGINE === 'mysql') {
        await run;
        expect(await reasons()).toEqual([null, 'timeout']);
      }
      await release();
      await run;
      await job.run();
      expect(await reasons()).toEqual([null, 'timeout']);

      await lockSessions();
      server.clock.advance(901);
      const again = job.run();
      if (ENGINE === 'mysql') {
        await again;
        expect(await reasons()).toEqual([null, 'timeout']);
      }
      await release();
      await again;
      await job.run();
      expect(await reasons()).toEqual(['timeout', 'timeout']);
    });
  });

  describe('SessionExpiryJob', () => {
    it('records the end of dead sessions and leaves those with heartbeats', async () => {
      const app = await create({ type: { max_sessions: 3 } });
      const [dead, alive, loggedOut] = [await app.open(), await app.open(), await app.open()];
      await app.logout(loggedOut);
      const loggedOutAt = server.clock.now();
      server.clock.advance(1000);
      await app.heartbeat(alive);
      server.clock.advance(801);
      await server.get(SessionExpiryJob).run();
      expect(await app.sessions()).toMatchObject([
        { endedAt: server.clock.now(), endReason: 'timeout' },
        { endedAt: null, endReason: null },
        { endedAt: loggedOutAt, endReason: 'logout' },
      ]);
      expect([await app.lives(dead), await app.lives(alive)]).toEqual([false, true]);
    });

    it('leaves a session exactly at its timeout', async () => {
      const app = await create();
      await app.open();
      server.clock.advance(1800);
      await server.get(SessionExpiryJob).run();
      expect(await app.sessions()).toMatchObject([{ endedAt: null }]);
      server.clock.advance(1);
      await server.get(SessionExpiryJob).run();
      expect(await app.sessions()).toMatchObject([{ endReason: 'timeout' }]);
    });

    it('follows the timeout of each application, including disabled ones', async () => {
      const apps = [
        await create(),
        await create({ settings: { heartbeat_timeout_sec: 60 } }),
        await create({ settings: { heartbeat_timeout_sec: 60 } }),
      ];
      for (const app of apps) await app.open();
      await apps[2]!.configure({ enabled: false });
      server.clock.advance(61);
      await server.get(SessionExpiryJob).run();
      const reasons = await Promise.all(apps.map(async (app) => (await app.sessions())[0]!.endReason));
      expect(reasons).toEqual([null, 'timeout', 'timeout']);
    });

    it('ends all of them, however many there are', async () => {
      const app = await create();
      await openMany(app, 1100);
      server.clock.advance(1801);
      expect(await server.get(SessionExpiryJob).run()).toBeGreaterThanOrEqual(1101);
      expect((await app.sessions()).filter(({ endReason }) => endReason !== 'timeout')).toEqual([]);
    });
  });

  describe('SessionPurgeJob', () => {
    it('deletes sessions that ended longer ago than the retention, and no others', async () => {
      const app = await create({
        settings: { heartbeat_timeout_sec: 86_400 },
        type: { max_sessions: 0, duration: { unit: 'permanent' } },
      });
      const [old, open, young] = [await app.open(), await app.open(), await app.open()];
      await app.logout(old);
      server.clock.advance(1);
      await app.logout(young);
      server.clock.advance(30 * DAY);
      await server.get(SessionPurgeJob).run();
      const left = (await app.sessions()).map(({ endReason }) => endReason);
      expect(left).toEqual([null, 'logout']);
      expect(await app.heartbeat(open)).toMatchObject({ code: 10214 });
    });

    it('deletes all of them, however many there are', async () => {
      const app = await create();
      await openMany(app, 2100);
      server.clock.advance(1801);
      await server.get(SessionExpiryJob).run();
      server.clock.advance(31 * DAY);
      await server.get(SessionPurgeJob).run();
      expect(await app.sessions()).toEqual([]);
    });

    it('keeps ended sessions for SESSION_RETENTION_DAYS', async () => {
      const other = await TestServer.start({ SESSION_RETENTION_DAYS: '1' });
      try {
        const app = await CardApplication.create(other);
        await app.logout(await app.open());
        other.clock.advance(DAY);
        expect(await other.get(SessionPurgeJob).run()).toBe(0);
        other.clock.advance(1);
        expect(await other.get(SessionPurgeJob).run()).toBe(1);
      } finally {
        await other.stop();
      }
    });
  });

  it('an ended session is never ended again', async () => {
    const app = await create();
    await app.logout(await app.open());
    const before = await app.sessions();
    server.clock.advance(1801);
    await server.get(SessionExpiryJob).run();
    await app.change({ frozen: true });
    expect(await app.sessions()).toEqual(before);
    expect(await rows().countBy({ applicationId: before[0]!.applicationId, endedAt: IsNull() })).toBe(0);
  });
});
