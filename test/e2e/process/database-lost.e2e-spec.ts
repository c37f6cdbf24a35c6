import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { Card, Device, Session } from '@app/database';
import { startPrivateMysql } from '../../../tools/private-mysql.js';
import type { PrivateServer } from '../../../tools/private-server.js';
import { AdminClient } from '../../support/admin-client.js';
import { applyHere } from '../../support/apply-here.js';
import { openTestDataSource } from '../../support/open-data-source.js';
import { clientOf, eventually, ServerProcess } from '../../support/server-process.js';
import type { Answer, SignedClient } from '../../support/signed-client.js';
import { createTestDatabase, ENGINE, type TestDatabase } from '../../support/test-database.js';

const CLIENTS = 16;
const CARDS = 4000;
const POOL_SIZE = 10;
/** Milliseconds until the server notices that a database accepts connections but does not respond. */
const NOTICED_MS = 4000;
const OUTAGE_MS = 5500;
/** Milliseconds between two heartbeats. */
const BEAT_MS = 100;
const LOST = 'The database does not answer, and clients are told to wait';
const BACK = 'The database answers again';

interface Asked {
  card: string;
  sentAt: number;
  took: number;
  answer: Answer;
}

const describeOnMysql = ENGINE === 'mysql' ? describe : describe.skip;

describeOnMysql('MySQL lost under load', () => {
  let mysql: PrivateServer;
  let database: TestDatabase;
  let server: ServerProcess;
  let client: SignedClient;
  let dataSource: DataSource | undefined;

  beforeAll(async () => {
    mysql = (await startPrivateMysql())!;
    database = await createTestDatabase('mysql', mysql.url);
    const application = await applyHere(database.environment, {
      card_types: [{ name: 'T', duration: { unit: 'days', amount: 30 } }],
      cards: ['kept', ...Array.from({ length: CARDS }, (_, i) => `C${i}`)].map((card) => ({
        card,
        card_type: 'T',
      })),
    });
    server = await ServerProcess.start({
      ...database.environment,
      DATABASE_POOL_SIZE: String(POOL_SIZE),
    });
    client = clientOf(server, application);
  });
  afterEach(async () => {
    await dataSource?.destroy();
    dataSource = undefined;
  });
  afterAll(async () => {
    await server?.kill();
    await mysql?.stop();
  });

  const health = async (of: 'live' | 'ready') => (await fetch(`${server.url}/health/${of}`)).status;
  const heartbeat = (token: string, card = 'kept') => client.post('/card/heartbeat', { card, token });
  const times = (words: string) => server.said(words);

  /** Many clients; each logs in with new cards one after another. */
  function startLogins(first: number) {
    const asked: Asked[] = [];
    let next = first;
    const over = new AbortController();
    const goOn = async () => {
      while (!over.signal.aborted) {
        const card = `C${next++}`;
        const sentAt = performance.now();
        const answer = await client.post('/card/login', { card, device_id: card });
        asked.push({ card, sentAt, took: performance.now() - sentAt, answer });
        // The client waits, since otherwise it would run out of new cards.
        await setTimeout(answer.code === 0 ? 20 : 100);
      }
    };
    const work = Promise.all(Array.from({ length: CLIENTS }, goOn));
    const stop = async () => {
      over.abort();
      await work;
      return asked;
    };
    return { asked, stop };
  }

  it.each(['kill', 'hang'] as const)(
    '(%s) makes requests get 503 until it is back, leaves nothing half-done, and does not stop heartbeats',
    async (how) => {
      const told = [LOST, BACK].map(times);
      const login = await client.post('/card/login', { card: 'kept', device_id: 'D' });
      const token = String(login.result!.token);
      expect(await heartbeat(token)).toMatchObject({ code: 0 });
      const admin = await AdminClient.owner(server);
      const logins = startLogins(how === 'kill' ? 0 : CARDS / 2);
      await eventually(async () => logins.asked.length > 50 || undefined);

      const lostAt = performance.now();
      await mysql[how]();
      const beats: Answer[] = [];
      const stalls: { from: number; to: number; ms: number }[] = [];
      let lastBeat = 0;
      const sentSince = () => logins.asked.filter(({ sentAt }) => sentAt > lostAt).length;
      while (performance.now() < lostAt + OUTAGE_MS || sentSince() <= 120) {
        const from = performance.now();
        lastBeat = Date.now();
        beats.push(await heartbeat(token));
        await setTimeout(BEAT_MS);
        const to = performance.now();
        stalls.push({ from, to, ms: to - from - BEAT_MS });
      }
      // Heartbeats need no database, so their delays show how long this process or the server had to wait for the CPU.
      const ownTime = ({ sentAt, took }: (typeof logins.asked)[number]) =>
        stalls.reduce(
          (left, { from, to, ms }) => (to > sentAt && from < sentAt + took ? left - ms : left),
          took,
        );
      expect(await health('ready')).toBe(503);
      expect(await health('live')).toBe(200);
      expect(await admin.get('/applications')).toMatchObject({
        status: 503,
        body: { statusCode: 503, message: expect.any(String) },
      });
      const backAt = performance.now();
      if (how === 'kill') await mysql.restart();
      else mysql.resume();
      await eventually(async () => (await health('ready')) === 200 || undefined);
      const readyAt = performance.now();
      const sinceThen = () => logins.asked.filter(({ sentAt }) => sentAt > readyAt);
      await eventually(async () => sinceThen().length > 10 || undefined);
      const asked = await logins.stop();

      // Requests that need the database get 503, quickly once the loss is known.
      for (const { answer } of asked) expect([0, 500, 503]).toContain(answer.code);
      // The outcome is unknown if the commit was being executed when the database was lost.
      const known = asked.filter(({ answer }) => answer.code !== 500);
      expect(asked.length - known.length).toBeLessThanOrEqual(CLIENTS);
      const meanwhile = known.filter(({ sentAt, took }) => sentAt > lostAt && sentAt + took < backAt);
      expect(meanwhile.length).toBeGreaterThan(100);
      for (const { answer } of meanwhile) {
        expect(answer).toMatchObject({ status: 503, code: 503, message: expect.any(String) });
        expect(answer.headers.get('retry-after')).toBe('1');
      }
      expect(Math.max(...meanwhile.map(ownTime))).toBeLessThan(NOTICED_MS);
      const noticed = meanwhile.filter(({ sentAt }) => sentAt > lostAt + NOTICED_MS);
      expect(Math.max(...noticed.map(ownTime))).toBeLessThan(1500);
      // Heartbeats do not need the database.
      expect(new Set(beats.map(({ code }) => code))).toEqual(new Set([0]));
      // The server recovers without a restart.
      expect(new Set(sinceThen().map(({ answer }) => answer.code))).toEqual(new Set([0]));
      expect((await admin.get('/applications')).status).toBe(200);
      expect([LOST, BACK].map(times)).toEqual(told.map((before) => before + 1));

      const found = await openTestDataSource(database.environment);
      dataSource = found;
      const sessions = await found.manager.find(Session);
      const devices = new Set((await found.manager.find(Device)).map(({ deviceId }) => deviceId));
      const active = (await found.manager.findBy(Card, { status: 'activated' })).map(({ card }) => card);
      // Each login is stored completely or not at all, and all acknowledged logins are stored.
      const opened = new Set(sessions.map(({ deviceId }) => deviceId));
      for (const card of active.filter((card) => card !== 'kept')) {
        expect([card, opened.has(card), devices.has(card)]).toEqual([card, true, true]);
      }
      expect(new Set(sessions.map(({ holderId }) => holderId)).size).toBe(active.length);
      expect(devices.size).toBe(active.length);
      const acknowledged = asked.filter(({ answer }) => answer.code === 0);
      expect(active).toEqual(expect.arrayContaining(acknowledged.map(({ card }) => card)));
      const alive = acknowledged
        .slice(-40)
        .map(({ card, answer }) => heartbeat(String(answer.result!.token), card));
      expect(new Set((await Promise.all(alive)).map(({ code }) => code))).toEqual(new Set([0]));
      await eventually(async () => {
        const kept = await found.manager.findOneByOrFail(Session, {
          id: sessions.find(({ deviceId, endedAt }) => deviceId === 'D' && endedAt === null)!.id,
        });
        return kept.lastSeenAt >= lastBeat || undefined;
      });
      // All connections of the pool, and one of this test.
      const [{ used }] = await found.query(
        'SELECT COUNT(*) AS used FROM information_schema.processlist WHERE db = DATABASE()',
      );
      expect(Number(used)).toBeLessThanOrEqual(POOL_SIZE + 1);
    },
  );

  it('the server can stop while the database does not respond', async () => {
    mysql.hang();
    const started = performance.now();
    expect(await server.stop()).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(performance.now() - started).toBeLessThan(15_000);
    mysql.resume();
  });
});
