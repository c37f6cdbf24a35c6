import { beforeAll, describe, expect, it } from '@jest/globals';
import { Application, AuditRecord, Card, CardJob, CardType } from '@app/database';
import { AdminClient, OWNER } from '../../support/admin-client.js';
import { editAdmin, hire, newToken } from '../../support/admin-fixtures.js';
import { CardJobs } from '../../support/card-jobs.js';
import { openTransaction } from '../../support/counters.js';
import { eventually } from '../../support/server-process.js';
import { TestServer } from '../../support/test-server.js';

const MANY = 100_000;
const DIGITS = '0123456789';

describe('jobs that generate cards', () => {
  const server = TestServer.forSuite();
  let admin: AdminClient;
  beforeAll(async () => {
    admin = await AdminClient.owner(server);
  });

  const auditOf = (recordId: number) =>
    server.dataSource.manager.find(AuditRecord, {
      where: { resource: 'card-jobs', recordId: String(recordId) },
      order: { id: 'ASC' },
    });

  it('generate cards with which clients can log in', async () => {
    const jobs = await CardJobs.create(server, admin, { type: { max_devices: 3 } });
    const submitted = await jobs.generate({ count: 3, note: 'for the shop' });
    expect(submitted.status).toBe(201);
    const body = await jobs.ended(submitted);
    expect(body).toEqual({
      id: expect.any(Number),
      applicationId: jobs.applicationId,
      kind: 'generate',
      status: 'done',
      total: 3,
      progress: 3,
      input: {
        cardTypeId: jobs.cardTypeId,
        count: 3,
        mask: '****-****-****-****',
        alphabet: '23456789ABCDEFGHJKLMNPQRSTUVWXYZ',
        note: 'for the shop',
        batch: null,
      },
      result: { created: 3, batch: `#${body.id}` },
      warnings: [],
      notices: [],
      error: null,
      failure: null,
      requestKey: null,
      createdBy: OWNER.email,
      createdAt: server.clock.now(),
      startedAt: server.clock.now(),
      finishedAt: server.clock.now(),
    });
    expect(await admin.get(`/card-jobs/${body.id}`)).toMatchObject({ status: 200, body });

    const cards = await jobs.cards();
    expect(cards).toHaveLength(3);
    for (const card of cards) {
      expect(card).toMatchObject({
        cardTypeId: jobs.cardTypeId,
        card: expect.stringMatching(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/),
        status: 'unused',
        frozen: false,
        durationUnit: 'days',
        durationAmount: 30,
        maxSessions: 1,
        maxDevices: 3,
        unbindLimit: null,
        unbindsUsed: 0,
        activatedAt: null,
        expiresAt: null,
        config: null,
        unbindPasswordHash: null,
        consumedAt: null,
        note: 'for the shop',
        batch: `#${body.id}`,
        rowVersion: 1,
        createdAt: server.clock.now(),
        updatedAt: server.clock.now(),
      });
    }
    expect(await jobs.app.login('D1', cards[0]!.card)).toMatchObject({ code: 0 });

    const records = await auditOf(body.id);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      action: 'generate',
      actorName: OWNER.email,
      applicationId: jobs.applicationId,
    });
    expect(JSON.parse(records[0]!.after!)).toMatchObject({ count: 3, created: 3, batch: `#${body.id}` });
    for (const { card } of cards) expect(records[0]!.after).not.toContain(card);
  });

  it("use the mask of the request, or the type's mask", async () => {
    const jobs = await CardJobs.create(server, admin);
    await admin.edit(`/card-types/${jobs.cardTypeId}`, { keyMask: 'TYPE-********' });
    const ofType = await jobs.ended(jobs.generate({ count: 1 }));
    expect(ofType.input).toMatchObject({ mask: 'TYPE-********' });
    const own = { count: 1, mask: '*-𝔐*-**', alphabet: `${DIGITS}🂡`, batch: 'Spring sale' };
    const ofRequest = await jobs.ended(jobs.generate(own));
    expect(ofRequest).toMatchObject({ input: own, result: { created: 1, batch: 'Spring sale' } });
    const [first, second] = await jobs.cards();
    expect(first!.card).toMatch(/^TYPE-[2-9A-HJ-NP-Z]{8}$/);
    expect(second!.card).toMatch(/^[0-9🂡]-𝔐[0-9🂡]-[0-9🂡]{2}$/u);
    expect(second!.batch).toBe('Spring sale');
  });

  it('warn of keys that can be guessed', async () => {
    const jobs = await CardJobs.create(server, admin);
    // The response to a small job contains its result. On a busy machine, some jobs take longer than the server waits.
    const body = await eventually(async () => {
      const { body: job } = await jobs.generate({ count: 5, mask: 'VIP-****-****' });
      return job.status === 'done' ? job : undefined;
    });
    expect(body).toMatchObject({
      status: 'done',
      warnings: [expect.stringContaining('40 random bits')],
      notices: [{ code: 'guessable_keys', params: { bits: 40, safeBits: 80 } }],
    });
    expect((await admin.get(`/card-jobs/${body.id}`)).body).toMatchObject({ warnings: body.warnings });
  });

  it('refuse keys that can be guessed on the customer’s page, also with an alphabet of their own', async () => {
    const jobs = await CardJobs.create(server, admin);
    const { applicationId } = jobs;
    await server.dataSource.manager.update(Application, { id: applicationId }, { portalEnabled: true });
    // The default mask has 16 random characters: 80 bits with the default alphabet, 53 bits with digits only.
    expect((await jobs.generate({ count: 1, alphabet: DIGITS })).status).toBe(201);
    const mask = '****-****-**';
    expect((await jobs.generate({ count: 1, mask })).status).toBe(201);
    const refused = await jobs.generate({ count: 1, mask, alphabet: DIGITS });
    expect(refused).toMatchObject({ status: 422, body: { errors: { mask: expect.stringContaining('50') } } });
  });

  it.each([
    [{ count: 0 }, 'count', 'must be a whole number from 1 to 100000'],
    [{ count: 100_001 }, 'count', 'must be a whole number from 1 to 100000'],
    [{ mask: '***' }, 'mask', expect.stringContaining('at least 4 *')],
    [{ mask: 'A'.repeat(61) + '****' }, 'mask', expect.stringContaining('1 to 64')],
    [{ alphabet: '012345678' }, 'alphabet', expect.stringContaining('10 to 64')],
    [{ alphabet: 'x'.repeat(65) }, 'alphabet', expect.stringContaining('10 to 64')],
    [{ alphabet: '01234567890' }, 'alphabet', expect.stringContaining('distinct')],
    [{ alphabet: `${DIGITS}*` }, 'alphabet', expect.stringContaining('without *')],
    [{ alphabet: `0 ${DIGITS.slice(1)}` }, 'alphabet', expect.stringContaining('white space')],
    [{ alphabet: `${DIGITS}\u0007` }, 'alphabet', expect.stringContaining('printable')],
    [{ alphabet: `${DIGITS}\ud800` }, 'alphabet', expect.stringContaining('printable')],
    [{ batch: ' ' }, 'batch', expect.stringContaining('1 to 100')],
    [{ note: 'n'.repeat(501) }, 'note', expect.stringContaining('1 to 500')],
    [{ requestKey: '' }, 'requestKey', expect.stringContaining('1 to 64')],
    [{ cardTypeId: 999_999 }, 'cardTypeId', 'is not a card type of the application'],
    [
      { count: 1001, mask: '****', alphabet: DIGITS },
      'mask',
      expect.stringContaining('allows only 10000 keys; 1001 cards require 10010 possible keys'),
    ],
  ])('are refused for %j', async (fields, field, reason) => {
    const jobs = await CardJobs.create(server, admin);
    const answer = await jobs.generate({ count: 1, ...fields });
    expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: reason } } });
    expect(await jobs.count()).toBe(0);
    expect((await admin.list('/card-jobs', { filter: { applicationId: jobs.applicationId } })).body).toEqual(
      [],
    );
  });

  it('find the last free keys of a small mask, and fail without creating cards if there are too few', async () => {
    const jobs = await CardJobs.create(server, admin);
    const thousand = { count: 1000, mask: '****', alphabet: DIGITS };
    for (let i = 0; i < 9; i++)
      expect(await jobs.ended(jobs.generate(thousand))).toMatchObject({ status: 'done' });
    const cards = await jobs.cards();
    expect(new Set(cards.map(({ card }) => card)).size).toBe(9000);

    const failed = await jobs.ended(jobs.generate(thousand));
    expect(failed).toMatchObject({ status: 'failed', result: null, error: expect.stringContaining('****') });
    // The job had created some cards before it found that there are too few keys.
    expect(failed.progress).toBeGreaterThan(0);
    expect(await jobs.cards()).toEqual(cards);
    expect(await auditOf(failed.id)).toEqual([]);
  });

  it('create one job per request key, however often they are submitted', async () => {
    const jobs = await CardJobs.create(server, admin);
    const request = { count: 10, requestKey: 'order 4711' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => jobs.generate(request)));
    for (const { status } of answers) expect(status).toBe(201);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    await jobs.ended(answers[0]!);
    const later = await jobs.generate(request);
    expect(later).toMatchObject({ status: 201, body: { id: answers[0]!.body.id, status: 'done' } });
    expect(await jobs.count()).toBe(10);

    const elsewhere = await CardJobs.create(server, admin);
    expect((await elsewhere.generate(request)).body.id).not.toBe(answers[0]!.body.id);
    expect(await elsewhere.count()).toBe(10);
    await jobs.ended(jobs.generate({ ...request, requestKey: 'order 4712' }));
    expect(await jobs.count()).toBe(20);
  });

  it('are the same job under one request key, even if the type’s mask, which the request omits, has changed', async () => {
    const jobs = await CardJobs.create(server, admin);
    const request = { count: 1, requestKey: 'order 4711' };
    const made = await jobs.ended(jobs.generate(request));
    await server.dataSource.manager.update(CardType, { id: jobs.cardTypeId }, { keyMask: 'NEW-****-****' });
    expect((await jobs.generate(request)).body.id).toBe(made.id);
  });

  it('can be started and seen by operators of the application, but not by viewers or operators of others', async () => {
    const jobs = await CardJobs.create(server, admin);
    const foreign = await CardJobs.create(server, admin);
    const viewer = await hire(server, admin, 'viewer', [jobs.applicationId]);
    expect(await jobs.as(viewer.client).generate({ count: 1 })).toMatchObject({ status: 403 });
    expect(await viewer.client.get('/card-jobs')).toMatchObject({ status: 403 });

    const operator = await hire(server, admin, 'operator', [jobs.applicationId]);
    const own = await jobs.ended(jobs.as(operator.client).generate({ count: 1 }));
    expect(own).toMatchObject({ status: 'done', createdBy: operator.email });
    const other = await foreign.ended(foreign.generate({ count: 1 }));

    const stranger = foreign.as(operator.client);
    expect(await stranger.generate({ count: 1 })).toMatchObject({
      status: 422,
      body: { errors: { applicationId: 'is not one of your applications' } },
    });
    expect(
      await jobs.as(operator.client).generate({ count: 1, cardTypeId: foreign.cardTypeId }),
    ).toMatchObject({
      status: 422,
      body: { errors: { cardTypeId: expect.any(String) } },
    });
    expect(await operator.client.get(`/card-jobs/${other.id}`)).toMatchObject({ status: 404 });
    expect(await operator.client.get(`/card-jobs/${other.id}/report`)).toMatchObject({ status: 404 });
    expect(await stranger.cancel(other.id)).toMatchObject({ status: 404 });
    expect((await operator.client.list<{ id: number }>('/card-jobs')).body.map(({ id }) => id)).toEqual([
      own.id,
    ]);
    expect(await foreign.count()).toBe(1);
  });

  it('are listed by application, kind and status', async () => {
    const jobs = await CardJobs.create(server, admin);
    const { applicationId } = jobs;
    const done = await jobs.ended(jobs.generate({ count: 1 }));
    const frozen = await jobs.ended(jobs.change('freeze', { filter: {} }));
    const ids = async (filter: object) =>
      (await admin.list<{ id: number }>('/card-jobs', { filter: { applicationId, ...filter } })).body.map(
        ({ id }) => id,
      );
    expect(await ids({})).toEqual([frozen.id, done.id]);
    expect(await ids({ kind: 'freeze' })).toEqual([frozen.id]);
    expect(await ids({ status: 'done' })).toEqual([frozen.id, done.id]);
    expect(await ids({ status: 'cancelled' })).toEqual([]);
    expect(await admin.list('/card-jobs', { filter: { status: 'finished' } })).toMatchObject({ status: 400 });
  });

  it('make 100,000 different cards at once, while heartbeats, reads and progress go on', async () => {
    const jobs = await CardJobs.create(server, admin, { cards: ['C1'] });
    const token = await jobs.app.open();
    const submitted = await jobs.generate({ count: MANY });
    expect(submitted).toMatchObject({ status: 201, body: { result: null } });
    const { id } = submitted.body;

    const seen: number[] = [];
    const totals = new Set<string>();
    let job = await jobs.when(id, ({ status }) => status !== 'queued');
    expect(job.status).toBe('running');
    while (job.status === 'running') {
      expect(await jobs.app.lives(token)).toBe(true);
      const list = await admin.list('/cards', { filter: { applicationId: jobs.applicationId } });
      totals.add(list.headers.get('content-range')!.split('/')[1]!);
      job = (await admin.get<typeof job>(`/card-jobs/${id}`)).body;
      seen.push(job.progress);
    }
    expect(job).toMatchObject({ status: 'done', progress: MANY, result: { created: MANY } });
    // Each list showed either only the earlier card or all cards, never a part of the new cards.
    expect([String(MANY + 1), '1']).toEqual(expect.arrayContaining([...totals]));
    expect(totals).toContain('1');
    // The progress was visible several times and never decreased.
    expect(new Set(seen).size).toBeGreaterThan(5);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));

    const rows = await server.dataSource.manager
      .createQueryBuilder(Card, 'card')
      .select('card.card', 'card')
      .where('card.batch = :batch', { batch: `#${id}` })
      .getRawMany<{ card: string }>();
    expect(new Set(rows.map(({ card }) => card)).size).toBe(MANY);
    expect(await jobs.app.lives(token)).toBe(true);
  });

  it('fail without creating cards if their author loses the right before their turn', async () => {
    const jobs = await CardJobs.create(server, admin);
    const author = () => hire(server, admin, 'operator', [jobs.applicationId]);
    const [disabled, demoted, unassigned, revoked, signedOut] = await Promise.all([
      author(),
      author(),
      author(),
      author(),
      author(),
    ]);
    const { id: tokenId, token } = await newToken(revoked.client, { role: 'operator' });
    const ofToken = AdminClient.withToken(server.url, token);

    const first = await jobs.generate({ count: MANY });
    await jobs.begun(first.body.id);
    const submitted = [disabled.client, demoted.client, unassigned.client, ofToken, signedOut.client].map(
      (client) => jobs.as(client).generate({ count: 1 }),
    );
    // On SQLite the submissions are answered only after the first job. These requests give the server time to authorize
    // them.
    for (let i = 0; i < 20; i++) await admin.get('/auth/me');
    await Promise.all([
      editAdmin(admin, disabled, { enabled: false }),
      editAdmin(admin, demoted, { role: 'viewer' }),
      editAdmin(admin, unassigned, { applicationIds: [] }),
      revoked.client.delete(`/api-tokens/${tokenId}`),
      signedOut.client.post('/auth/logout'),
    ]);

    expect(await jobs.ended(first)).toMatchObject({ status: 'done' });
    const ended = await Promise.all(submitted.map((answer) => jobs.ended(answer)));
    for (const job of ended.slice(0, -1)) {
      expect(job).toMatchObject({
        status: 'failed',
        failure: { code: 'author_without_rights' },
        result: null,
      });
      expect(await auditOf(job.id)).toEqual([]);
    }
    // Signing out takes no rights away, so this job runs.
    expect(ended.at(-1)).toMatchObject({ status: 'done' });
    expect(await jobs.count()).toBe(MANY + 1);
  });

  describe('when cancelled', () => {
    it('leave no card, and report the cancellation', async () => {
      const jobs = await CardJobs.create(server, admin);
      const { body } = await jobs.generate({ count: MANY });
      await jobs.begun(body.id);
      const cancelled = { status: 'cancelled', result: null, error: null };
      const answer = await jobs.cancel(body.id);
      expect(answer).toMatchObject({ status: 200, body: cancelled });
      expect(answer.body.progress).toBeLessThan(MANY);
      expect(await jobs.finished(body.id)).toMatchObject({ finishedAt: server.clock.now() });
      expect(await jobs.count()).toBe(0);
      const row = await server.dataSource.manager.findOneByOrFail(CardJob, { id: body.id });
      expect(row).toMatchObject(cancelled);
      expect((await auditOf(body.id)).map(({ action }) => action)).toEqual(['cancel']);

      expect(await jobs.cancel(body.id)).toMatchObject({ status: 409 });
      // Later jobs get their turn.
      expect(await jobs.ended(jobs.generate({ count: 2 }))).toMatchObject({ status: 'done' });
      expect(await jobs.count()).toBe(2);
    });

    it('are cancelled once by concurrent requests', async () => {
      const jobs = await CardJobs.create(server, admin);
      const { body } = await jobs.generate({ count: MANY });
      await jobs.begun(body.id);
      const answers = await Promise.all(Array.from({ length: 20 }, () => jobs.cancel(body.id)));
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([200, ...Array<number>(19).fill(409)]);
      expect(await jobs.finished(body.id)).toMatchObject({ status: 'cancelled' });
      expect(await jobs.count()).toBe(0);
      expect((await auditOf(body.id)).map(({ action }) => action)).toEqual(['cancel']);
    });

    it('are either cancelled or done, at whatever moment the cancellation arrives', async () => {
      const jobs = await CardJobs.create(server, admin);
      const { applicationId } = jobs;
      let expected = 0;
      for (let round = 1; round <= 12; round++) {
        const submitted = jobs.generate({ count: 2000 });
        const id = await eventually(async () => {
          const list = await admin.list<{ id: number }>('/card-jobs', { filter: { applicationId } });
          return list.body.length === round ? list.body[0]!.id : undefined;
        });
        for (let look = 1; look < round; look++) await admin.get(`/card-jobs/${id}`);
        const { status } = await jobs.cancel(id);
        expect([200, 409]).toContain(status);
        expect((await jobs.ended(submitted)).status).toBe(status === 200 ? 'cancelled' : 'done');
        if (status === 409) expected += 2000;
        expect(await jobs.count()).toBe(expected);
      }
    });

    it('before their turn never begin', async () => {
      const jobs = await CardJobs.create(server, admin);
      // On SQLite no job can be stored until this transaction is committed. Then both jobs are stored before the first
      // one starts.
      const writer = openTransaction(server.dataSource, (manager) =>
        manager.update(Card, { applicationId: jobs.applicationId }, { note: 'being written' }),
      );
      await writer.changed;
      const submitted = [jobs.generate({ count: MANY }), jobs.generate({ count: MANY })];
      for (let i = 0; i < 5; i++) await admin.get('/auth/me');
      await writer.commit();
      const both = (await Promise.all(submitted)).map(({ body }) => body.id);
      const statusOf = async (id: number) => (await jobs.when(id, () => true)).status;
      // The order of the two is not determined.
      const first = await eventually(async () => {
        for (const id of both) if ((await statusOf(id)) === 'running') return id;
        return undefined;
      });
      const second = both.find((id) => id !== first)!;
      expect(await statusOf(second)).toBe('queued');

      const cancelled = jobs.cancel(second);
      await jobs.when(second, ({ status }) => status === 'cancelled');
      expect(await statusOf(first)).toBe('running');
      await jobs.cancel(first);
      await jobs.finished(first);
      expect(await cancelled).toMatchObject({ status: 200, body: { status: 'cancelled', startedAt: null } });
      const rows = await server.dataSource.manager.findBy(CardJob, { applicationId: jobs.applicationId });
      expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
      expect(await jobs.count()).toBe(0);
    });

    it('stay done if they were done before', async () => {
      const jobs = await CardJobs.create(server, admin);
      const { id } = await jobs.ended(jobs.generate({ count: 1 }));
      const answers = await Promise.all(Array.from({ length: 5 }, () => jobs.cancel(id)));
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 409, body: { message: 'The job is already done' } });
      }
      expect(await jobs.count()).toBe(1);
    });
  });

  describe('when the server stops', () => {
    it('leave no card, and report the failure after the next start', async () => {
      const jobs = await CardJobs.create(server, admin);
      const { body } = await jobs.generate({ count: MANY });
      await jobs.begun(body.id);
      await server.restart();
      admin = await AdminClient.owner(server);
      expect((await admin.get(`/card-jobs/${body.id}`)).body).toMatchObject({
        status: 'failed',
        error: 'The server stopped before the job was done; nothing was changed',
        result: null,
        finishedAt: server.clock.now(),
      });
      expect(await jobs.as(admin).count()).toBe(0);
    });

    it('without a graceful stop, are found unfinished at the next start', async () => {
      const jobs = await CardJobs.create(server, admin);
      const left = await Promise.all(
        (['queued', 'running', 'done'] as const).map(async (status) => {
          const job = await jobs.ended(jobs.generate({ count: 1 }));
          await server.dataSource.manager.update(CardJob, { id: job.id }, { status, finishedAt: null });
          return job.id;
        }),
      );
      server.clock.advance(60);
      await server.restart();
      admin = await AdminClient.owner(server);
      const rows = await Promise.all(left.map(async (id) => (await admin.get(`/card-jobs/${id}`)).body));
      const failed = {
        status: 'failed',
        error: 'The server stopped before the job was done; nothing was changed',
        failure: { code: 'server_stopped' },
        finishedAt: server.clock.now(),
      };
      expect(rows).toMatchObject([failed, failed, { status: 'done', finishedAt: null }]);
      expect(await jobs.as(admin).cancel(left[1]!)).toMatchObject({ status: 409 });
    });
  });
});
