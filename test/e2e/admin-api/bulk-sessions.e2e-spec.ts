import { describe, expect, it } from '@jest/globals';
import { AdminClient, OWNER } from '../../support/admin-client.js';
import { CardApplication } from '../../support/card-application.js';
import { CardJobs, type Job } from '../../support/card-jobs.js';
import { leastOf, longestTurnMs } from '../../support/longest-turn.js';
import { countOpen } from '../../support/race.js';
import { eventually } from '../../support/server-process.js';
import { TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

const SESSIONS = 20_000;
/** Maximum time for which other requests may be delayed, in milliseconds of CPU time. A batch takes about 20. */
const BAR_MS = 150;

/** Bulk actions on cards or users that end sessions, and the previews of these actions. */
describe('bulk actions that end sessions', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);

  const CARDS = ['TWO', 'ONE', 'IDLE', 'NEW'];
  async function fourCards() {
    const type = { max_devices: 2, max_sessions: 2 };
    const jobs = await CardJobs.create(server, admin, { type, cards: CARDS });
    const { app } = jobs;
    const tokens = [
      await app.open('D1', 'TWO'),
      await app.open('D2', 'TWO'),
      await app.open('D1', 'ONE'),
    ] as const;
    await app.logout(await app.open('D1', 'IDLE'), 'IDLE');
    const ids = (await jobs.keys()).map(({ id }) => id);
    const alive = async () => [
      await app.lives(tokens[0], 'TWO'),
      await app.lives(tokens[1], 'TWO'),
      await app.lives(tokens[2], 'ONE'),
    ];
    return { jobs, app, ids, alive };
  }
  const preview = (action: string, { applicationId }: { applicationId: number }, fields: object) =>
    admin.post('/card-jobs/bulk/preview', { applicationId, action, ...fields });

  it('kicking ends the sessions of the cards that have any', async () => {
    const { jobs, app, ids, alive } = await fourCards();
    const expected = { changed: 2, skipped: { no_sessions: 2 }, sessions: 3 };
    const dry = await preview('kick', jobs, { ids });
    expect(dry).toMatchObject({
      status: 200,
      body: { ...expected, devices: 0, restored: 0, isPartial: false },
    });
    expect(await alive()).toEqual([true, true, true]);
    const job = await jobs.ended(jobs.change('kick', { ids }));
    expect(job).toMatchObject({ status: 'done', result: expected });
    expect(await alive()).toEqual([false, false, false]);
    expect((await app.sessions('ONE'))[0]).toMatchObject({ endReason: 'kicked' });
    expect(await app.devices('TWO')).toEqual(['D1', 'D2']);
  });

  it('unbinding removes the devices, and does not count as an unbind', async () => {
    const { jobs, app, ids, alive } = await fourCards();
    const expected = { changed: 3, skipped: { no_devices: 1 }, sessions: 3, devices: 4 };
    expect((await preview('unbind', jobs, { filter: {} })).body).toMatchObject(expected);
    const job = await jobs.ended(jobs.change('unbind', { filter: {} }));
    expect(job).toMatchObject({ status: 'done', result: expected });
    expect(await alive()).toEqual([false, false, false]);
    for (const card of CARDS) expect(await app.devices(card)).toEqual([]);
    expect(await app.row('TWO')).toMatchObject({ unbindsUsed: 0, status: 'activated' });
    const { body } = await admin.list('/audit-log', {
      filter: { applicationId: jobs.applicationId, resource: 'card-jobs', action: 'unbind' },
    });
    expect(body).toHaveLength(1);
    expect(JSON.parse(String(body[0]!['after']))).toMatchObject({
      names: ['TWO', 'ONE', 'IDLE'],
      devices: 4,
    });
    expect(ids).toHaveLength(4);
  });

  it.each([
    ['freeze', { changed: 4, sessions: 3, devices: 0, restored: 0 }],
    ['reset', { changed: 3, sessions: 3, devices: 4, restored: 3, skipped: { not_activated: 1 } }],
    ['delete', { changed: 1, sessions: 0, devices: 0, restored: 0, skipped: { not_unused: 3 } }],
  ])('%s does what its preview says, and the preview changes nothing', async (action, expected) => {
    const { jobs, app, ids, alive } = await fourCards();
    const before = await Promise.all(CARDS.map((card) => app.row(card)));
    expect((await preview(action, jobs, { ids })).body).toMatchObject(expected);
    expect(await Promise.all(CARDS.map((card) => app.row(card)))).toEqual(before);
    expect(await alive()).toEqual([true, true, true]);
    const { result } = await jobs.ended(jobs.change(action, { ids }));
    const { changed, skipped = {} } = expected as { changed: number; skipped?: object };
    expect(result).toMatchObject({ changed, skipped });
  });

  it('a preview counts the valid offline tickets of the cards that would be unbound, reset or frozen', async () => {
    const type = { max_devices: 2, max_sessions: 2, offline_hours: 2 };
    const jobs = await CardJobs.create(server, admin, { type, cards: CARDS });
    const { app } = jobs;
    const ticket = async (device: string, card: string) => {
      const token = await app.open(device, card);
      expect(await app.client.post('/card/ticket', { card, token })).toMatchObject({ code: 0 });
    };
    await ticket('D1', 'TWO');
    server.clock.advance(3600);
    await ticket('D2', 'TWO');
    await ticket('D1', 'ONE');
    await app.open('D1', 'IDLE');
    const ids = (await jobs.keys()).map(({ id }) => id);
    const ticketsOf = async (action: string, of = ids) =>
      (await preview(action, jobs, { ids: of })).body['tickets'];
    for (const action of ['unbind', 'reset', 'freeze']) expect(await ticketsOf(action)).toBe(3);
    expect(await ticketsOf('unbind', [ids[0]!])).toBe(2);
    for (const action of ['kick', 'delete']) expect(await ticketsOf(action)).toBe(0);
    // The first ticket expires.
    server.clock.advance(3600);
    expect(await ticketsOf('unbind')).toBe(2);
  });

  it('a preview looks at 10,000 cards at most, and checks the request', async () => {
    const jobs = await CardJobs.create(server, admin);
    await jobs.ended(jobs.generate({ count: 10_001 }));
    expect((await preview('freeze', jobs, { filter: {} })).body).toMatchObject({
      changed: 10_000,
      isPartial: true,
    });
    expect(await preview('add_time', jobs, { ids: [1] })).toMatchObject({ status: 422 });
    expect(await preview('freeze', jobs, {})).toMatchObject({ status: 422 });
    expect(await preview('freeze', { applicationId: 2_000_000 }, { ids: [1] })).toMatchObject({
      status: 422,
    });
    expect((await preview('kick', jobs, { ids: [2_000_000] })).body).toMatchObject({ changed: 0 });
  });

  it('a preview of added time contains the new expiry of a single card', async () => {
    const { jobs, app, ids } = await fourCards();
    const { expiresAt } = await app.row('TWO');
    const time = { unit: 'months', amount: 1 };
    const one = (await preview('add_time', jobs, { ...time, ids: [ids[0]] })).body;
    expect(one).toMatchObject({ changed: 1, expiresAt: expect.any(Number) });
    expect((await preview('add_time', jobs, { ...time, ids })).body).toMatchObject({ expiresAt: null });
    expect((await app.row('TWO')).expiresAt).toBe(expiresAt);
    await admin.post(`/cards/${ids[0]}/add-time`, time);
    expect((await app.row('TWO')).expiresAt).toBe(one['expiresAt']);
  });

  it('a card frozen with others says who froze it and why', async () => {
    const { jobs, ids } = await fourCards();
    const [id] = ids;
    await jobs.ended(jobs.change('freeze', { ids, reason: 'resold' }));
    const frozenAt = server.clock.now();
    const diagnose = async () => (await admin.get(`/cards/${id}/diagnosis`)).body;
    const facts = { frozenBy: OWNER.email, frozenAt, frozenReason: 'resold' };
    expect(await diagnose()).toMatchObject({ reason: 'frozen', facts });
    await jobs.ended(jobs.change('unfreeze', { ids }));
    server.clock.advance(1);
    await admin.post(`/cards/${id}/freeze`, { reason: 'again' });
    expect(await diagnose()).toMatchObject({
      facts: { ...facts, frozenAt: frozenAt + 1000, frozenReason: 'again' },
    });
  });

  it('users are changed together as well', async () => {
    const app = await UserApplication.create(server, { cards: ['C1', 'C2', 'C3'] });
    await app.register();
    await app.register({ username: 'bob', card: 'C2', device_id: 'D2' });
    await app.register({ username: 'carol', card: 'C3', device_id: 'D3' });
    const tokens = [await app.open('D1', 'alice'), await app.open('D2', 'bob')] as const;
    const alive = async () => [await app.lives(tokens[0], 'alice'), await app.lives(tokens[1], 'bob')];
    const { applicationId, expiresAt } = await app.row('bob');
    const change = async (action: string, fields: object) => {
      const body = { applicationId, action, ...fields };
      const previewed = await admin.post('/card-jobs/bulk-users/preview', body);
      expect(previewed.status).toBe(200);
      const { status, body: submitted } = await admin.post<Job>('/card-jobs/bulk-users', body);
      expect(status).toBe(201);
      const job = await eventually(async () => {
        const { body: seen } = await admin.get<Job>(`/card-jobs/${submitted.id}`);
        return seen.finishedAt === null ? undefined : seen;
      });
      expect(job.status).toBe('done');
      expect(job.result).toMatchObject({ changed: previewed.body['changed'] });
      return job;
    };
    const all = { filter: {} };
    const alice = { filter: { username: 'alice' } };
    expect((await change('kick', alice)).result).toMatchObject({ changed: 1, sessions: 1 });
    expect(await alive()).toEqual([false, true]);
    expect((await change('add_time', { ...all, unit: 'days', amount: 7 })).result).toMatchObject({
      changed: 3,
    });
    expect((await app.row('bob')).expiresAt).toBe(expiresAt! + 7 * 86_400_000);
    await change('note', { ...all, note: 'moved' });
    expect(await app.row('carol')).toMatchObject({ note: 'moved' });
    expect((await change('freeze', { ...all, reason: 'audit' })).input).toMatchObject({ holderKind: 'user' });
    expect(await alive()).toEqual([false, false]);
    expect(await app.login('D2', 'bob')).toMatchObject({ code: 10252 });
    const timeline = (await admin.get<{ entries: object[] }>(`/users/${(await app.row('bob')).id}/timeline`))
      .body;
    expect(timeline.entries).toContainEqual(
      expect.objectContaining({
        kind: 'job',
        job: expect.objectContaining({ kind: 'freeze', reason: 'audit' }),
      }),
    );
    await change('unfreeze', all);
    expect((await change('unbind', all)).result).toMatchObject({ changed: 3, devices: 3 });
    for (const action of ['delete', 'reset'])
      expect(await admin.post('/card-jobs/bulk-users', { applicationId, action, ...all })).toMatchObject({
        status: 422,
      });
    // Cards and users are numbered separately: a card and a user can have the same id.
    const { id } = await app.row('bob');
    const cards = await admin.post('/card-jobs/bulk/preview', { applicationId, action: 'kick', ids: [id] });
    expect(cards.body).toMatchObject({ sessions: 0 });
  });

  it('kicking everyone in a large application delays no other request', async () => {
    const other = await CardApplication.create(server);
    const token = await other.open();
    /** Returns the longest turn of the event loop in milliseconds. */
    const kickEveryone = async () => {
      const app = await CardApplication.create(server, { cards: ['C1', 'C2'] });
      const { applicationId } = await app.row();
      const now = server.clock.now();
      await app.open('D1', 'C2');
      // Many sessions were seen at the same time.
      await app.addSessions(SESSIONS, (i) => ({ lastSeenAt: now - Math.floor(i / 150) }));
      let served = 0;
      const turn = await longestTurnMs(async () => {
        served = await other.beatDuring(token, async () => {
          const { status, body } = await admin.post('/sessions/kick', { applicationId });
          expect({ status, body }).toEqual({ status: 200, body: { ended: SESSIONS + 1 } });
        });
      });
      expect(served).toBeGreaterThan(10);
      expect(await countOpen(app, 'C1')).toBe(0);
      expect((await app.sessions('C2')).at(-1)).toMatchObject({ endReason: 'kicked' });
      return turn;
    };
    expect(await leastOf(BAR_MS, kickEveryone)).toBeLessThan(BAR_MS);
    expect(await other.lives(token)).toBe(true);
  });
});
