import { beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { AuditRecord, Card } from '@app/database';
import { AdminClient, OWNER } from '../../support/admin-client.js';
import { type Account, editAdmin, hire, newToken } from '../../support/admin-fixtures.js';
import { CardJobs } from '../../support/card-jobs.js';
import { duringTransaction } from '../../support/race.js';
import { eventually } from '../../support/server-process.js';
import { SlowDownload } from '../../support/slow-download.js';
import { TestServer } from '../../support/test-server.js';

const MANY = 100_000;
const HEADER = 'card,type,status,frozen,duration,activatedAt,expiresAt,batch,note';

describe('the export of cards', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);
  let many: CardJobs;
  beforeAll(async () => {
    many = await CardJobs.create(server, admin);
    await many.ended(many.generate({ count: MANY }));
  });

  const pathOf = (filter: object, more: Record<string, string> = {}) =>
    `/cards/export?${new URLSearchParams({ filter: JSON.stringify(filter), ...more }).toString()}`;
  const linesOf = (text: string) => text.split('\r\n').slice(0, -1);
  const lastExport = async () => {
    const records = await server.dataSource.manager.find(AuditRecord, {
      where: { action: 'export' },
      order: { id: 'DESC' },
    });
    return { ...records[0]!, after: JSON.parse(records[0]?.after ?? 'null') as Record<string, unknown> };
  };

  it('has a line for each card, in the order they were made', async () => {
    const jobs = await CardJobs.create(server, admin, {
      cards: ['B', 'A', { card: 'P', card_type: 'For ever' }],
      types: { 'For ever': { duration: { unit: 'permanent' } } },
    });
    const { applicationId } = jobs;
    await jobs.app.open('D1', 'A');
    await jobs.app.open('D1', 'P');
    const note = { note: 'with, comma and "quotes"', batch: 'First' };
    await admin.edit(`/cards/${(await jobs.app.row('B')).id}`, note);

    const answer = await admin.get(pathOf({ applicationId }));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename=${jobs.app.name.replace(' ', '_')}-2026-01-15.csv`,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const iso = (epochMs: number | null) => new Date(epochMs!).toISOString().replace('.000', '');
    const { activatedAt, expiresAt } = await jobs.app.row('A');
    expect(linesOf(answer.text)).toEqual([
      HEADER,
      'B,Type,unused,false,30 days,,,First,"with, comma and ""quotes"""',
      `A,Type,activated,false,30 days,${iso(activatedAt)},${iso(expiresAt)},,`,
      `P,For ever,activated,false,permanent,${iso((await jobs.app.row('P')).activatedAt)},,,`,
    ]);

    const text = await admin.get(pathOf({ applicationId, card: 'A' }, { format: 'txt' }));
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text.headers.get('content-disposition')).toBe(
      `attachment; filename=${jobs.app.name.replace(' ', '_')}-2026-01-15.txt`,
    );
    expect(text.text).toBe('A\r\n');
    expect(await lastExport()).toMatchObject({
      actorName: OWNER.email,
      resource: 'cards',
      applicationId,
      after: { filter: { applicationId, card: 'A' }, format: 'txt', rows: 1 },
    });

    const none = await admin.get(pathOf({ applicationId, card: 'nothing' }));
    expect(linesOf(none.text)).toEqual([HEADER]);
  });

  it('has the requested columns, and no secret', async () => {
    const jobs = await CardJobs.create(server, admin, { cards: ['C1'] });
    const token = await jobs.app.open();
    expect(await jobs.app.setPassword(token, 'secret1')).toMatchObject({ code: 0 });
    const { applicationId } = jobs;
    const columns =
      'id,card,maxSessions,maxDevices,unbindLimit,offlineHours,unbindsUsed,consumedAt,createdAt';
    const answer = await admin.get(pathOf({ applicationId }, { columns }));
    const { id } = await jobs.app.row();
    const created = new Date(server.clock.now()).toISOString().replace('.000', '');
    expect(linesOf(answer.text)).toEqual([columns, `${id},C1,1,1,,0,0,,${created}`]);
    for (const refused of ['unbindPasswordHash', 'config', 'card,card', '', 'card,', 'toString']) {
      expect(await admin.get(pathOf({ applicationId }, { columns: refused }))).toMatchObject({ status: 400 });
    }
    expect(await admin.get(pathOf({ applicationId }, { format: 'txt', columns: 'card' }))).toMatchObject({
      status: 400,
    });
    expect(await admin.get(pathOf({ colour: 'red' }))).toMatchObject({ status: 400 });
    expect(await admin.get(pathOf({}, { format: 'pdf' }))).toMatchObject({ status: 400 });
  });

  it('contains no formula for a spreadsheet', async () => {
    const cards = ['=1+1', '+1', '-1', '@SUM(1)', '=cmd|"/C calc"!A0', 'plain'];
    const jobs = await CardJobs.create(server, admin, { cards });
    const answer = await admin.get(pathOf({ applicationId: jobs.applicationId }, { columns: 'card,note' }));
    expect(linesOf(answer.text)).toEqual([
      'card,note',
      `'=1+1,`,
      `'+1,`,
      `'-1,`,
      `'@SUM(1),`,
      `"'=cmd|""/C calc""!A0",`,
      'plain,',
    ]);
  });

  it('contains only the caller’s records', async () => {
    const own = await CardJobs.create(server, admin, { cards: ['MINE'] });
    await CardJobs.create(server, admin, { cards: ['THEIRS'] });
    const operator = await hire(server, admin, 'operator', [own.applicationId]);
    const all = await operator.client.get(pathOf({}, { format: 'txt' }));
    expect(all.text).toBe('MINE\r\n');
    const viewer = await hire(server, admin, 'viewer', [own.applicationId]);
    expect(await viewer.client.get(pathOf({}))).toMatchObject({ status: 403 });
    // Any other word in place of `export` is still read as the id of a card, and refused.
    expect(await admin.get('/cards/exports')).toMatchObject({ status: 400 });
  });

  it('of an application that is not the caller’s is refused, and leaves no record in its audit log', async () => {
    const own = await CardJobs.create(server, admin, { cards: ['MINE'] });
    const { applicationId } = await CardJobs.create(server, admin, { cards: ['THEIRS'] });
    const operator = await hire(server, admin, 'operator', [own.applicationId]);
    const exports = () => server.dataSource.manager.countBy(AuditRecord, { action: 'export' });
    const before = await exports();
    for (const format of ['csv', 'txt']) {
      const answer = await operator.client.get(pathOf({ applicationId }, { format }));
      expect(answer).toMatchObject({
        status: 404,
        body: { message: expect.stringContaining('application') },
      });
    }
    // An unassigned id may be assigned later.
    expect(await admin.get(pathOf({ applicationId: 999_999 }))).toMatchObject({ status: 404 });
    expect(await exports()).toBe(before);
    expect((await operator.client.get(pathOf({ applicationId: own.applicationId }))).status).toBe(200);
    expect(await exports()).toBe(before + 1);
  });

  it('that marks cards as issued leaves out cards that get another batch meanwhile', async () => {
    const jobs = await CardJobs.create(server, admin, {
      cards: ['A', 'B'].map((card) => ({ card, batch: 'Shop' })),
    });
    const { applicationId } = jobs;
    const answer = await duringTransaction(
      server,
      (manager) => manager.update(Card, { applicationId, card: 'A' }, { batch: 'Other' }),
      () => admin.post('/cards/export/issue', { filter: { applicationId, batch: 'Shop' }, format: 'txt' }),
    );
    expect(linesOf(answer.text)).toEqual(['B']);
    expect((await jobs.app.row('A')).issuedAt).toBeNull();
  });

  it('that marks cards as issued leaves all others available if its filter selects issued cards', async () => {
    const jobs = await CardJobs.create(server, admin, { cards: ['Sold', 'Stock'] });
    const issue = (filter: object) =>
      admin.post('/cards/export/issue', {
        filter: { applicationId: jobs.applicationId, ...filter },
        format: 'txt',
      });
    expect(linesOf((await issue({ card: 'So' })).text)).toEqual(['Sold']);
    expect((await issue({ state: 'unused', issued: true })).text).toBe('');
    expect((await jobs.app.row('Stock')).issuedAt).toBeNull();
    expect(linesOf((await issue({ issued: false })).text)).toEqual(['Stock']);
  });

  it('without an application is recorded for each application, for its managers', async () => {
    const own = await CardJobs.create(server, admin, { cards: ['A1', 'A2', 'A3'] });
    const other = await CardJobs.create(server, admin, { cards: ['B1'] });
    const both = [own.applicationId, other.applicationId];
    const operator = await hire(server, admin, 'operator', both);
    const managers = await Promise.all(both.map((id) => hire(server, admin, 'manager', [id])));
    await own.ended(own.change('freeze', { ids: [(await own.app.row('A1')).id] }));

    expect(linesOf((await operator.client.get(pathOf({}, { format: 'txt' }))).text)).toHaveLength(4);
    const issue = () => operator.client.post('/cards/export/issue', { filter: {}, format: 'txt' });
    expect(linesOf((await issue()).text)).toEqual(['A2', 'A3', 'B1']);
    const issuedAt = server.clock.now();
    const seenBy = async ({ client }: Account & { client: AdminClient }) => {
      const { body } = await client.list<AuditRecord>('/audit-log', { filter: { action: 'export' } });
      return body.map(({ applicationId, actorName, after }) => ({
        applicationId,
        actorName,
        ...(JSON.parse(after!) as object),
      }));
    };
    const [applicationId, otherId] = both;
    const record = { actorName: operator.email, filter: {}, format: 'txt' };
    expect(await seenBy(managers[0]!)).toEqual([
      { ...record, applicationId, rows: 2, issuedAt },
      { ...record, applicationId, rows: 3 },
    ]);
    expect(await seenBy(managers[1]!)).toEqual([
      { ...record, applicationId: otherId, rows: 1, issuedAt },
      { ...record, applicationId: otherId, rows: 1 },
    ]);

    // No application has cards in this export, so only owners see its record.
    expect((await issue()).text).toBe('');
    expect(await lastExport()).toMatchObject({ applicationId: null, after: { rows: 0 } });
  });

  it.each([
    ['all of them', {}, MANY],
    ['those in a state, for which no index has the order of the file', { state: 'unused' }, MANY - 10],
    ['few of them', { state: 'frozen' }, 10],
  ])('has 100,000 cards once each: %s', async (_, filter, expected) => {
    const { applicationId } = many;
    const cards = await many.keys();
    // Checks every 10,000th card.
    const ids = cards.filter((_, index) => index % 10_000 === 0).map(({ id }) => id);
    await many.ended(many.change('freeze', { ids }));
    const { text } = await admin.get(pathOf({ applicationId, ...filter }, { format: 'txt' }));
    const frozen = new Set(ids);
    const wanted = cards.filter(({ id }) =>
      expected === MANY ? true : frozen.has(id) === (expected === 10),
    );
    expect(wanted).toHaveLength(expected);
    expect(linesOf(text)).toEqual(wanted.map(({ card }) => card));
    expect(await lastExport()).toMatchObject({ after: { rows: expected } });
  });

  it('continues while heartbeats and a job run', async () => {
    const jobs = await CardJobs.create(server, admin, { cards: ['C1'] });
    const token = await jobs.app.open();
    const job = jobs.generate({ count: 20_000 });
    const exported = admin.get(pathOf({ applicationId: many.applicationId }));
    expect(await jobs.app.beatDuring(token, () => exported)).toBeGreaterThan(5);
    expect(linesOf((await exported).text)).toHaveLength(MANY + 1);
    expect(await jobs.ended(job)).toMatchObject({ status: 'done' });
  });

  describe('is cut off when its reader', () => {
    type Taker = Account & { client: AdminClient; tokenId: number };
    it.each<[string, (taker: Taker) => Promise<unknown>]>([
      ['is disabled', (taker) => editAdmin(admin, taker, { enabled: false })],
      ['is deleted', ({ id }) => admin.delete(`/admins/${id}`)],
      ['gets a lesser role', (taker) => editAdmin(admin, taker, { role: 'viewer' })],
      ['loses the application', (taker) => editAdmin(admin, taker, { applicationIds: [] })],
      ['signs out', ({ client }) => client.post('/auth/logout')],
      ['revokes the token', ({ client, tokenId }) => client.delete(`/api-tokens/${tokenId}`)],
    ])('%s', async (what, endRight) => {
      const { applicationId } = many;
      const taker = await hire(server, admin, 'operator', [applicationId]);
      const { id: tokenId, token } = await newToken(taker.client, { role: 'operator' });
      const isOfToken = what.includes('token');
      const client = isOfToken ? AdminClient.withToken(server.url, token) : taker.client;
      const before = (await lastExport()).id;
      const columns = 'card,type,status,batch,createdAt';
      const download = await SlowDownload.begin(client, pathOf({ applicationId }, { columns }));
      expect(download.status).toBe(200);
      await endRight({ ...taker, tokenId });
      expect([401, 403, 404]).toContain((await client.get(pathOf({ applicationId }))).status);
      const { text, complete } = await download.read();
      expect({ complete, hasAll: linesOf(text).length > MANY }).toEqual({ complete: false, hasAll: false });
      const record = await eventually(async () => {
        const record = await lastExport();
        return record.id === before ? undefined : record;
      });
      expect(Number(record.after['rows'])).toBeLessThan(MANY);
    });
  });

  it('contains cards of an application that is created during the export', async () => {
    const download = await SlowDownload.begin(admin, pathOf({}, { format: 'template' }));
    await CardJobs.create(server, admin, { cards: ['LATE-CARD'] });
    const { text, complete } = await download.read();
    expect({ complete, hasLate: text.includes('LATE-CARD') }).toEqual({ complete: true, hasLate: true });
  });

  it('waits for a client that reads slowly, and ends when it goes away', async () => {
    const before = (await lastExport()).id;
    const path = pathOf(
      { applicationId: many.applicationId },
      { columns: 'card,type,status,batch,createdAt' },
    );
    const call = get(`${server.url}/api/admin/v1${path}`, { headers: { cookie: admin.sessionCookie } });
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    // The client does not read; the server continues until the sockets' buffers are full.
    response.pause();
    for (let i = 0; i < 200; i++) expect((await admin.get('/auth/me')).status).toBe(200);
    expect((await lastExport()).id).toBe(before);
    call.destroy();
    const record = await eventually(async () => {
      const record = await lastExport();
      return record.id === before ? undefined : record;
    });
    expect(Number(record.after['rows'])).toBeLessThan(MANY);
    expect(await server.dataSource.manager.countBy(Card, { applicationId: many.applicationId })).toBe(MANY);
  });
});
