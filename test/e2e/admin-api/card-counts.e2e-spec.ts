import { beforeAll, describe, expect, it } from '@jest/globals';
import { HeartbeatSaver } from '@app/licensing';
import { DAY_MS } from '@app/platform';
import { AdminClient } from '../../support/admin-client.js';
import { otherAdmin } from '../../support/admin-fixtures.js';
import { CardJobs } from '../../support/card-jobs.js';
import { longestTurnMs } from '../../support/longest-turn.js';
import { numbered } from '../../support/race.js';
import { TestServer } from '../../support/test-server.js';

/** Maximum time for which a request may delay others, in milliseconds of CPU time. Reading all sessions takes longer. */
const BAR_MS = 100;

describe('the overview of cards', () => {
  const server = TestServer.forSuite();
  let admin: AdminClient;
  beforeAll(async () => {
    admin = await AdminClient.owner(server);
  });

  const counts = async (filter: object, as = admin) => {
    const query = new URLSearchParams({ filter: JSON.stringify(filter) });
    return as.get<{ counts: Record<string, number> | null }>(`/cards/counts?${query.toString()}`);
  };
  const presence = async (ids: number[], as = admin) =>
    as.get<object[]>(`/cards/presence?ids=${ids.join(',')}`);

  it('counts a card in the tabs where the list shows it', async () => {
    const jobs = await CardJobs.create(server, admin, {
      cards: ['FREE', 'GIVEN', 'LONG', 'SHORT', 'OVER', 'COLD', 'COLDER', 'EVER', 'DONE'].map((card) => ({
        card,
        card_type: { EVER: 'Permanent', SHORT: 'Week', OVER: 'Day' }[card] ?? 'Type',
      })),
      types: {
        Permanent: { duration: { unit: 'permanent' } },
        Week: { duration: { unit: 'days', amount: 6 } },
        Day: { duration: { unit: 'days', amount: 1 } },
      },
    });
    const { app, applicationId } = jobs;
    const issue = { filter: { applicationId, card: 'GIVEN' }, format: 'txt' };
    expect((await admin.post('/cards/export/issue', issue)).status).toBe(200);
    for (const card of ['LONG', 'OVER', 'COLD', 'EVER']) await app.open('D1', card);
    expect(await app.recharge('DONE', 'LONG')).toMatchObject({ code: 0 });
    for (const card of ['COLD', 'COLDER']) await admin.post(`/cards/${(await app.row(card)).id}/freeze`);
    server.clock.advance(DAY_MS / 1000);
    admin = await AdminClient.owner(server);
    await app.open('D1', 'SHORT');

    const expected = { all: 9, available: 1, issued: 1, active: 3, expiring: 1, expired: 1, frozen: 2 };
    expect((await counts({ applicationId })).body).toEqual({ counts: expected });
    // With a further filter the server reads the cards and counts them itself; the numbers are the same.
    const ids = (await jobs.keys()).map(({ id }) => id);
    expect((await counts({ applicationId, id: ids })).body).toEqual({ counts: expected });
    const now = server.clock.now();
    const shown = async (filter: object) =>
      (await admin.list('/cards', { filter: { applicationId, ...filter } })).body.length;
    expect({
      all: await shown({}),
      available: await shown({ state: 'unused', issued: false }),
      issued: await shown({ state: 'unused', issued: true }),
      active: await shown({ state: 'active' }),
      expiring: await shown({ state: 'active', expiresBefore: now + 7 * DAY_MS }),
      expired: await shown({ state: 'expired' }),
      frozen: await shown({ state: 'frozen' }),
    }).toEqual(expected);
  });

  it('counts only what the other filters match', async () => {
    const jobs = await CardJobs.create(server, admin);
    const { applicationId } = jobs;
    for (const [batch, count] of Object.entries({ First: 3, Second: 4 }))
      expect(await jobs.ended(jobs.generate({ count, batch }))).toMatchObject({ status: 'done' });
    const available = (all: number) => ({
      counts: { all, available: all, issued: 0, active: 0, expiring: 0, expired: 0, frozen: 0 },
    });
    expect((await counts({ applicationId, batch: 'Second' })).body).toEqual(available(4));
    expect((await counts({ applicationId, cardTypeId: jobs.cardTypeId })).body).toEqual(available(7));
    expect((await counts({ applicationId, note: 'nothing' })).body).toEqual(available(0));
  });

  it('stops counting after 10,000 cards', async () => {
    const jobs = await CardJobs.create(server, admin);
    await jobs.ended(jobs.generate({ count: 10_002, batch: 'Many' }));
    const { applicationId } = jobs;
    expect((await counts({ applicationId })).body.counts).toMatchObject({ all: 10_001, available: 10_001 });
    expect((await counts({ applicationId, batch: 'Many' })).body).toEqual({ counts: null });
  });

  it('needs an application that the caller may see', async () => {
    const { applicationId } = await CardJobs.create(server, admin);
    expect(await counts({})).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
    expect(await counts({ applicationId, state: 'cold' })).toMatchObject({ status: 400 });
    const stranger = await otherAdmin(admin, 'manager');
    expect(await counts({ applicationId }, stranger)).toMatchObject({ status: 404 });
  });

  it('shows how many devices use a card, and when it was last seen', async () => {
    const jobs = await CardJobs.create(server, admin, {
      type: { max_devices: 3, max_sessions: 3 },
      cards: ['USED', 'LEFT', 'NEW'],
    });
    const { app } = jobs;
    await app.open('D1', 'USED');
    const token = await app.open('D2', 'USED');
    await app.logout(await app.open('D1', 'LEFT'), 'LEFT');
    const leftAt = server.clock.now();
    server.clock.advance(60);
    expect(await app.heartbeat(token, 'USED')).toMatchObject({ code: 0 });
    await server.get(HeartbeatSaver).save();
    const [used, left, fresh] = (await jobs.keys()).map(({ id }) => id);
    const expected = [
      { id: used, devices: 2, online: 2, lastSeenAt: server.clock.now() },
      { id: left, devices: 1, online: 0, lastSeenAt: leftAt },
      { id: fresh, devices: 0, online: 0, lastSeenAt: null },
    ];
    expect((await presence([fresh!, used!, left!, 2_000_000])).body).toEqual(expected);
    server.clock.advance(2 * 3600);
    expect((await presence([used!])).body).toMatchObject([{ online: 0, devices: 2 }]);
    expect((await presence([used!], await otherAdmin(admin, 'manager'))).body).toEqual([]);
    for (const wrong of ['', 'x', '1;2', '0', Array.from({ length: 1001 }, (_, i) => i + 1).join(',')])
      expect(await admin.get(`/cards/presence?ids=${wrong}`)).toMatchObject({ status: 400 });
  });

  it('shows when a card was last seen, although its session that ended last was seen earlier', async () => {
    const jobs = await CardJobs.create(server, admin, { cards: ['BOTH'] });
    const now = server.clock.now();
    const ended = [
      { lastSeenAt: now - 3000, endedAt: now, endReason: 'timeout' },
      { lastSeenAt: now - 1000, endedAt: now - 1000, endReason: 'logout' },
    ] as const;
    await jobs.app.addSessions(2, (i) => ended[i]!, 'BOTH');
    const [both] = (await jobs.keys()).map(({ id }) => id);
    const expected = { id: both, devices: 0, online: 0, lastSeenAt: now - 1000 };
    expect((await presence([both!])).body).toEqual([expected]);
  });

  it('does not delay other requests when the cards of a page have many ended sessions', async () => {
    const cards = numbered('C');
    const jobs = await CardJobs.create(server, admin, { cards });
    const now = server.clock.now();
    const ended = (i: number) => ({ lastSeenAt: now - i, endedAt: now - i, endReason: 'logout' }) as const;
    for (const card of cards) await jobs.app.addSessions(1000, ended, card);
    const ids = (await jobs.keys()).map(({ id }) => id);
    const expected = ids.map((id) => ({ id, devices: 0, online: 0, lastSeenAt: now }));
    const look = async () => expect((await presence(ids)).body).toEqual(expected);
    // The shortest of a few turns counts, since some include compilation or garbage collection.
    let least = Infinity;
    for (let i = 0; i < 5 && least > BAR_MS; i++) least = Math.min(least, await longestTurnMs(look));
    expect(least).toBeLessThan(BAR_MS);
  });
});
