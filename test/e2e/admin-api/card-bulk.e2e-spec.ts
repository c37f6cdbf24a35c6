import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EntityManager, IsNull, Not } from 'typeorm';
import { ScheduledJobs } from '@app/cluster';
import { AuditRecord, Card, CardJob, Device, RemoteData, Session } from '@app/database';
import { DAY_MS } from '@app/platform';
import { AdminClient } from '../../support/admin-client.js';
import { hire } from '../../support/admin-fixtures.js';
import { CardJobs, type Job } from '../../support/card-jobs.js';
import { withFailingCommits } from '../../support/failing-commits.js';
import { ShopClient } from '../../support/shop.js';
import { TestServer } from '../../support/test-server.js';

const MANY = 30_000;

describe('jobs that change many cards', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);
  let jobs: CardJobs;
  /** A1 and A2 are activated, B1 and B2 are not; P is permanent and activated. */
  const CARDS = ['A1', 'A2', 'B1', 'B2', { card: 'P', card_type: 'For ever' }];
  const types = { 'For ever': { duration: { unit: 'permanent' } } };
  let tokens: Record<string, string>;

  beforeAll(async () => {
    server.stopScheduledJobs();
  });
  beforeEach(async () => {
    jobs = await CardJobs.create(server, admin, { cards: CARDS, types });
    tokens = {};
    for (const card of ['A1', 'A2', 'P']) tokens[card] = await jobs.app.open('D1', card);
  });

  const idsOf = async (...cards: string[]) =>
    Promise.all(cards.map(async (card) => (await jobs.app.row(card)).id));
  const lives = (card: string) => jobs.app.lives(tokens[card]!, card);
  const endsOf = async (card: string) => (await jobs.app.sessions(card)).map(({ endReason }) => endReason);

  it('freeze and unfreeze', async () => {
    const frozen = await jobs.ended(jobs.change('freeze', { ids: await idsOf('A1', 'B1') }));
    expect(frozen).toMatchObject({
      kind: 'freeze',
      status: 'done',
      total: 2,
      progress: 2,
      result: { changed: 2, skipped: {} },
    });
    expect(await lives('A1')).toBe(false);
    expect(await lives('A2')).toBe(true);
    expect(await endsOf('A1')).toEqual(['frozen']);
    expect(await jobs.app.login('D1', 'B1')).toMatchObject({ code: 10212 });
    expect(await jobs.app.row('A1')).toMatchObject({ frozen: true, status: 'activated', rowVersion: 3 });

    const all = await jobs.ended(jobs.change('freeze', { filter: {} }));
    expect(all.result).toEqual({ changed: 3, sessions: 2, skipped: { already_frozen: 2 } });
    expect(await lives('A2')).toBe(false);

    const thawed = await jobs.ended(jobs.change('unfreeze', { filter: { status: 'activated' } }));
    expect(thawed.result).toEqual({ changed: 3, skipped: {} });
    expect((await jobs.ended(jobs.change('unfreeze', { filter: {} }))).result).toEqual({
      changed: 2,
      skipped: { not_frozen: 3 },
    });
    expect(await jobs.app.login('D1', 'A1')).toMatchObject({ code: 0 });

    const records = await server.dataSource.manager.findBy(AuditRecord, {
      resource: 'card-jobs',
      recordId: String(frozen.id),
    });
    expect(records).toMatchObject([{ action: 'freeze', applicationId: jobs.applicationId }]);
    expect(JSON.parse(records[0]!.after!)).toMatchObject({ action: 'freeze', changed: 2 });
  });

  it('apply_type gives unused cards the terms of their types', async () => {
    const path = `/card-types/${jobs.cardTypeId}`;
    const terms = {
      durationUnit: 'months',
      durationAmount: 2,
      maxDevices: 7,
      unbindLimit: 4,
      features: { pro: true },
    };
    await admin.patch(path, { ...terms, maxSessions: 3, uses: 50, usesPeriod: 'day', rowVersion: 1 });
    const [before, other] = [await jobs.app.row('A1'), await jobs.app.row('P')];
    await jobs.ended(jobs.change('freeze', { ids: await idsOf('B2') }));
    const filter = { cardTypeId: jobs.cardTypeId, status: 'unused' };
    const done = await jobs.ended(jobs.change('apply_type', { filter }));
    expect(done).toMatchObject({ kind: 'apply_type', status: 'done', result: { changed: 2, skipped: {} } });
    const given = { ...terms, maxSessions: 3, uses: 50, usesPeriod: 'day', status: 'unused' };
    expect(await jobs.app.row('B1')).toMatchObject({ ...given, updatedAt: server.clock.now() });
    expect(await jobs.app.row('B2')).toMatchObject({ ...given, frozen: true });
    expect([await jobs.app.row('A1'), await jobs.app.row('P')]).toEqual([before, other]);
    expect(await jobs.app.login('D1', 'B1')).toMatchObject({ result: { uses_left: 50 } });

    const all = await jobs.ended(jobs.change('apply_type', { filter: {} }));
    expect(all.result).toEqual({ changed: 1, skipped: { not_unused: 4 } });
    const records = await server.dataSource.manager.findBy(AuditRecord, {
      resource: 'card-jobs',
      recordId: String(done.id),
    });
    expect(records).toMatchObject([{ action: 'apply_type', applicationId: jobs.applicationId }]);
    expect(JSON.parse(records[0]!.after!)).toMatchObject({ filter, changed: 2 });
  });

  it('apply_type gives all cards the same terms, although the type is edited during the job', async () => {
    const many = await CardJobs.create(server, admin);
    await many.ended(many.generate({ count: 2000 }));
    const path = `/card-types/${many.cardTypeId}`;
    await admin.patch(path, { maxDevices: 7, rowVersion: 1 });
    const job = many.change('apply_type', { filter: {} });
    const edits = (async () => {
      for (let maxDevices = 8; maxDevices < 20; maxDevices++)
        expect(await admin.edit(path, { maxDevices })).toMatchObject({ status: 200 });
    })();
    expect((await many.ended(job)).result).toEqual({ changed: 2000, skipped: {} });
    await edits;
    const { applicationId } = many;
    const cards = await server.dataSource.manager.find(Card, {
      select: { maxDevices: true },
      where: { applicationId },
    });
    expect(new Set(cards.map(({ maxDevices }) => maxDevices)).size).toBe(1);
  });

  it('apply_type during a first login: the card has either the old terms or the new ones', async () => {
    const path = `/card-types/${jobs.cardTypeId}`;
    await admin.patch(path, { durationUnit: 'days', durationAmount: 90, maxDevices: 9, rowVersion: 1 });
    const [job, ...logins] = await Promise.all([
      jobs.ended(jobs.change('apply_type', { filter: { cardTypeId: jobs.cardTypeId } })),
      jobs.app.login('D1', 'B1'),
      jobs.app.login('D1', 'B2'),
    ]);
    expect(logins).toMatchObject([{ code: 0 }, { code: 0 }]);
    const cards = [await jobs.app.row('B1'), await jobs.app.row('B2')];
    for (const card of cards) {
      const days = card.maxDevices === 9 ? 90 : 30;
      expect(card).toMatchObject({ status: 'activated', durationAmount: days });
      expect(card.expiresAt! - card.activatedAt!).toBe(days * DAY_MS);
    }
    const changed = cards.filter(({ maxDevices }) => maxDevices === 9).length;
    expect(job.result).toMatchObject({ changed, skipped: { not_unused: 4 - changed } });
  });

  it('delete unused cards with their dependent rows', async () => {
    // A1 was used, so it has dependent rows. The reset makes it unused again.
    await jobs.ended(jobs.change('reset', { ids: await idsOf('A1') }));
    server.clock.advance(1);
    const [a1, a2] = await idsOf('A1', 'A2');
    const { client } = jobs.app;
    for (const kami of ['A1', 'A2']) {
      const data = { action: 'create', scope: 'card', kami, value: 'v' };
      expect(await client.post('/remote/data/k', data)).toMatchObject({ code: 0 });
    }
    const job = await jobs.ended(jobs.change('delete', { filter: {} }));
    expect(job.result).toEqual({ changed: 3, skipped: { not_unused: 2 } });
    expect((await jobs.cards()).map(({ card }) => card)).toEqual(['A2', 'P']);
    const { manager } = server.dataSource;
    for (const [id, count] of [
      [a1!, 0],
      [a2!, 1],
    ] as const) {
      expect(await manager.countBy(Session, { holderKind: 'card', holderId: id })).toBe(count);
      expect(await manager.countBy(Device, { holderKind: 'card', holderId: id })).toBe(count);
      expect(await manager.countBy(RemoteData, { scope: 'card', ownerId: id })).toBe(count);
    }
    expect(await lives('A2')).toBe(true);
    expect(await jobs.app.login('D1', 'B1')).toMatchObject({ code: 10218 });
  });

  it('add and remove time', async () => {
    const { expiresAt } = await jobs.app.row('A1');
    const more = { unit: 'days', amount: 10 };
    const added = await jobs.ended(jobs.change('add_time', { filter: {}, ...more }));
    expect(added.result).toEqual({ changed: 2, skipped: { no_running_time: 3 } });
    expect(await jobs.app.row('A1')).toMatchObject({ expiresAt: expiresAt! + 10 * DAY_MS, rowVersion: 3 });
    expect(await jobs.app.row('P')).toMatchObject({ expiresAt: null });
    expect(await jobs.app.row('B1')).toMatchObject({ expiresAt: null });
    // Sessions stay open and get the new expiry.
    const expires_ts = (expiresAt! + 10 * DAY_MS) / 1000;
    expect(await jobs.app.heartbeat(tokens['A1']!, 'A1')).toMatchObject({ code: 0, result: { expires_ts } });

    const ids = await idsOf('A2');
    expect((await jobs.ended(jobs.change('add_time', { ids, unit: 'years', amount: -5 }))).result).toEqual({
      changed: 1,
      skipped: {},
    });
    // As for a single card, the expiry cannot become earlier than the activation.
    const { activatedAt } = await jobs.app.row('A2');
    expect(await jobs.app.row('A2')).toMatchObject({ expiresAt: activatedAt });
    expect(await jobs.app.heartbeat(tokens['A2']!, 'A2')).toMatchObject({ code: 10210 });
    expect(await lives('A1')).toBe(true);
  });

  it('set and clear notes', async () => {
    const set = await jobs.ended(jobs.change('note', { ids: await idsOf('A1', 'B1'), note: 'VIP' }));
    expect(set.result).toEqual({ changed: 2, skipped: {} });
    const all = await jobs.ended(jobs.change('note', { filter: {}, note: 'VIP' }));
    expect(all.result).toEqual({ changed: 3, skipped: { same_note: 2 } });
    expect((await jobs.cards()).map(({ note }) => note)).toEqual(Array(5).fill('VIP'));
    await jobs.ended(jobs.change('note', { filter: { card: 'A' }, note: null }));
    expect((await jobs.cards()).map(({ note }) => note)).toEqual([null, null, 'VIP', 'VIP', 'VIP']);
    for (const card of ['A1', 'A2', 'P']) expect(await lives(card)).toBe(true);
  });

  it('reset activated cards, including unbind passwords', async () => {
    const password = 'secret1';
    expect(await jobs.app.setPassword(tokens['A1']!, password, 'A1')).toMatchObject({ code: 0 });
    const job = await jobs.ended(jobs.change('reset', { filter: {} }));
    expect(job.result).toEqual({ changed: 3, sessions: 3, devices: 3, skipped: { not_activated: 2 } });
    for (const card of ['A1', 'A2', 'P']) {
      expect(await jobs.app.row(card)).toMatchObject({
        status: 'unused',
        activatedAt: null,
        expiresAt: null,
      });
      expect(await jobs.app.devices(card)).toEqual([]);
      expect(await endsOf(card)).toEqual(['unbound']);
      expect(await lives(card)).toBe(false);
    }
    expect(await jobs.app.login('D2', 'A1')).toMatchObject({ code: 0 });
    expect(await jobs.app.unbindByPassword(password, 'A1')).toMatchObject({ code: 10254 });
  });

  it('do not reach other applications, and count missing cards', async () => {
    const foreign = await CardJobs.create(server, admin, { cards: ['A1'] });
    const stranger = await foreign.app.row('A1');
    const ids = [...(await idsOf('A1')), stranger.id, 999_999];
    const job = await jobs.ended(jobs.change('freeze', { ids: [...ids, ...ids] }));
    expect(job).toMatchObject({ total: 1, result: { changed: 1, skipped: { missing: 2 } } });
    await jobs.ended(jobs.change('note', { filter: { card: 'A1' }, note: 'mine' }));
    expect(await foreign.app.row('A1')).toEqual(stranger);

    const operator = await hire(server, admin, 'operator', [jobs.applicationId]);
    expect(await foreign.as(operator.client).change('freeze', { filter: {} })).toMatchObject({
      status: 422,
      body: { errors: { applicationId: 'is not one of your applications' } },
    });
    const mixed = { filter: { applicationId: foreign.applicationId } };
    expect(await jobs.change('freeze', mixed)).toMatchObject({
      status: 422,
      body: { errors: { 'filter.applicationId': expect.any(String) } },
    });
    expect(await foreign.app.row('A1')).toEqual(stranger);
  });

  it.each([
    ['nothing', 'freeze', {}, 'ids'],
    ['ids and a filter', 'freeze', { ids: [1], filter: {} }, 'ids'],
    ['no ids', 'freeze', { ids: [] }, 'ids'],
    ['too many ids', 'freeze', { ids: Array.from({ length: 1001 }, (_, i) => i + 1) }, 'ids'],
    ['ids that are not numbers', 'freeze', { ids: ['1'] }, 'ids'],
    ['a filter that is a list', 'freeze', { filter: [] }, 'filter'],
    ['a filter that is null', 'freeze', { filter: null }, 'filter'],
    ['an unknown filter', 'freeze', { filter: { colour: 'red' } }, 'filter.colour'],
    ['an unknown action', 'explode', { filter: {} }, 'action'],
    ['no unit', 'add_time', { filter: {}, amount: 1 }, 'unit'],
    ['the unit permanent', 'add_time', { filter: {}, unit: 'permanent', amount: 1 }, 'unit'],
    ['no amount', 'add_time', { filter: {}, unit: 'days' }, 'amount'],
    ['nothing to add', 'add_time', { filter: {}, unit: 'days', amount: 0 }, 'amount'],
    ['no note', 'note', { filter: {} }, 'note'],
    ['an amount for another action', 'freeze', { filter: {}, amount: 1 }, 'amount'],
    ['a note for another action', 'reset', { filter: {}, note: null }, 'note'],
  ])('are refused with %s', async (_, action, fields, field) => {
    const answer = await jobs.change(action, fields);
    expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: expect.any(String) } } });
    expect(await server.dataSource.manager.countBy(CardJob, { applicationId: jobs.applicationId })).toBe(0);
  });

  it('create one job per request key, however often they are submitted', async () => {
    const change = { filter: { card: 'A' }, unit: 'days', amount: 1, requestKey: 'compensation' };
    const { expiresAt } = await jobs.app.row('A1');
    const answers = await Promise.all(Array.from({ length: 5 }, () => jobs.change('add_time', change)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    await jobs.ended(answers[0]!);
    expect(await jobs.app.row('A1')).toMatchObject({ expiresAt: expiresAt! + DAY_MS });
  });

  it('are refused under the key of another job, and do nothing', async () => {
    const isRefused = {
      status: 422,
      body: { errors: { requestKey: 'has already been used for another job' } },
    };
    const wanted = { count: 1, mask: 'K-****', note: 'n', requestKey: 'k1' };
    const made = await jobs.ended(jobs.generate(wanted));
    expect(await jobs.change('freeze', { filter: {}, requestKey: 'k1' })).toMatchObject(isRefused);
    expect(await lives('A1')).toBe(true);
    for (const other of [
      { count: 2 },
      { mask: 'L-****' },
      { note: 'other' },
      { note: undefined },
      { batch: 'b' },
    ])
      expect(await jobs.generate({ ...wanted, ...other })).toMatchObject(isRefused);
    expect(await jobs.import('NEW\n', { requestKey: 'k1' })).toMatchObject(isRefused);
    expect((await jobs.generate(wanted)).body.id).toBe(made.id);

    const ids = await idsOf('A1', 'A2');
    const change = { ids, reason: 'leaked', requestKey: 'k2' };
    const frozen = await jobs.ended(jobs.change('freeze', change));
    expect(await jobs.change('unfreeze', { ids, requestKey: 'k2' })).toMatchObject(isRefused);
    for (const other of [{ ids: ids.slice(1) }, { reason: undefined }, { ids: undefined, filter: {} }])
      expect(await jobs.change('freeze', { ...change, ...other })).toMatchObject(isRefused);
    expect((await jobs.change('freeze', change)).body.id).toBe(frozen.id);

    const everybody = { applicationId: jobs.applicationId, filter: {}, action: 'freeze', requestKey: 'k4' };
    await jobs.ended(admin.post<Job>('/card-jobs/bulk-users', everybody));
    expect(await admin.post('/card-jobs/bulk', everybody)).toMatchObject(isRefused);

    const filter = { frozen: false, card: 'B' };
    const job = await jobs.ended(jobs.change('freeze', { filter, requestKey: 'k3' }));
    const again = { filter: { card: 'B', frozen: false }, requestKey: 'k3' };
    expect((await jobs.change('freeze', again)).body.id).toBe(job.id);
    expect(await jobs.change('freeze', { filter: { ...filter, card: 'A' }, requestKey: 'k3' })).toMatchObject(
      isRefused,
    );
  });

  it('fail if the database’s reply to their submission was lost, even if submitted again with their request key', async () => {
    const change = { filter: {}, requestKey: 'k1' };
    const submitted = await withFailingCommits(
      server.dataSource,
      () => jobs.change('freeze', change),
      new Error('no reply'),
      'afterTransactionCommit',
    );
    expect(submitted).toMatchObject({ status: 500 });
    const check = () => server.get(ScheduledJobs).run('card-jobs-unknown');
    await check();
    const again = await jobs.change('freeze', change);
    expect(again).toMatchObject({ status: 201, body: { status: 'queued' } });
    // This process knows the following job, so the check must not end it.
    const other = await CardJobs.create(server, admin);
    const running = await other.generate({ count: 10_000 });
    await check();
    await check();
    expect(await jobs.change('freeze', change)).toMatchObject({
      status: 201,
      body: { id: again.body.id, status: 'failed', failure: { code: 'job_without_database' } },
    });
    expect(await other.ended(running)).toMatchObject({ status: 'done' });
    expect(await lives('A1')).toBe(true);
  });

  it('race with logins, and change each card completely or not at all', async () => {
    const cards = Array.from({ length: 30 }, (_, i) => `R${i}`);
    const own = await CardJobs.create(server, admin, { cards });
    const logins = cards.map((card) => own.app.login('D1', card));
    const [job, ...answers] = await Promise.all([own.ended(own.change('freeze', { filter: {} })), ...logins]);
    expect(job.result).toMatchObject({ changed: 30 });
    for (const [index, { code, result }] of answers.entries()) {
      expect([0, 10212]).toContain(code);
      if (code === 0) expect(await own.app.lives(String(result!.token), cards[index])).toBe(false);
    }
    expect(
      await server.dataSource.manager.countBy(Session, {
        applicationId: own.applicationId,
        endReason: 'frozen',
      }),
    ).toBe(answers.filter(({ code }) => code === 0).length);
  });

  it.each(['freeze', 'reset'])('%s touches no session before all cards are changed', async (action) => {
    const cards = Array.from({ length: 1200 }, (_, i) => `L${i}`);
    const own = await CardJobs.create(server, admin, { cards });
    for (const card of ['L0', 'L1199']) await own.app.open('D1', card);
    await server.dataSource.manager.update(
      Card,
      { applicationId: own.applicationId },
      { status: 'activated' },
    );
    const update = jest.spyOn(EntityManager.prototype, 'update');
    const query = jest.spyOn(EntityManager.prototype, 'query');
    const job = await own.ended(own.change(action, { filter: {} }));
    const statementsAt = (start: RegExp) =>
      query.mock.calls.flatMap(([sql], i) => (start.test(sql) ? query.mock.invocationCallOrder[i]! : []));
    const cardsAt = [
      ...update.mock.calls.flatMap(([entity], i) =>
        entity === Card ? update.mock.invocationCallOrder[i]! : [],
      ),
      ...statementsAt(/^UPDATE .cards/),
    ];
    const sessionsAt = statementsAt(/^UPDATE .sessions/);
    update.mockRestore();
    query.mockRestore();
    expect(job.result).toMatchObject({ changed: 1200 });
    expect(cardsAt.length).toBeGreaterThan(1);
    expect(sessionsAt.length).toBeGreaterThan(0);
    expect(Math.min(...sessionsAt)).toBeGreaterThan(Math.max(...cardsAt));
    expect(await server.dataSource.manager.countBy(Session, { applicationId: own.applicationId })).toBe(2);
    for (const card of ['L0', 'L1199']) {
      const [session] = await own.app.sessions(card);
      expect(session!.endReason).toBe(action === 'freeze' ? 'frozen' : 'unbound');
    }
  });

  describe('of 30,000 cards', () => {
    let many: CardJobs;
    beforeAll(async () => {
      many = await CardJobs.create(server, admin, { cards: ['Z1'] });
      await many.ended(many.generate({ count: MANY }));
    });

    it('run while heartbeats are answered, and end sessions when they are done', async () => {
      const token = await many.app.open('D1', 'Z1');
      const other = await jobs.app.lives(tokens['A1']!, 'A1');
      expect(other).toBe(true);
      const submitted = await many.change('freeze', { filter: { state: 'unused' } });
      const job = await many.ended(submitted);
      expect(job).toMatchObject({ status: 'done', total: MANY, result: { changed: MANY, skipped: {} } });
      expect(await many.app.lives(token, 'Z1')).toBe(true);

      const all = await many.change('freeze', { filter: {} });
      let status = all.body.status;
      while (status === 'running') {
        expect(await lives('A1')).toBe(true);
        status = (await admin.get<{ status: string }>(`/card-jobs/${all.body.id}`)).body.status;
      }
      expect((await many.ended(all)).result).toEqual({
        changed: 1,
        sessions: 1,
        skipped: { already_frozen: MANY },
      });
      expect(await many.app.lives(token, 'Z1')).toBe(false);
    });

    it('leave every table as it was when cancelled in the middle', async () => {
      const sums = async () => [
        await server.dataSource.query('SELECT COUNT(*), SUM(id), SUM(frozen), SUM(row_version) FROM cards'),
        await server.dataSource.query('SELECT COUNT(*), SUM(id), COUNT(ended_at) FROM sessions'),
        await server.dataSource.query('SELECT COUNT(*), SUM(id) FROM devices'),
      ];
      const before = await sums();
      const submitted = many.change('delete', { filter: {} });
      const begun = await many.begunOf('delete');
      expect(begun.progress).toBeLessThan(begun.total);
      expect(await many.cancel(begun.id)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
      await submitted;
      expect(await sums()).toEqual(before);
    });

    it('are all deleted', async () => {
      const job = await many.ended(many.change('delete', { filter: { batch: `#${await batchId()}` } }));
      expect(job.result).toEqual({ changed: MANY, skipped: {} });
      expect((await many.cards()).map(({ card }) => card)).toEqual(['Z1']);
    });

    const batchId = async () => {
      const { applicationId } = many;
      const job = await server.dataSource.manager.findOneByOrFail(CardJob, {
        applicationId,
        kind: 'generate',
      });
      return job.id;
    };
  });

  describe('of cards that a shop sells:', () => {
    let shop: ShopClient;
    const stock = { batch: 'stock' };
    beforeEach(async () => {
      await jobs.ended(jobs.generate({ count: 3, ...stock }));
      const product = { mode: 'stock', ...stock } as const;
      const { key } = await jobs.app.createChannel({ Type: product });
      shop = new ShopClient(server.url, key);
    });

    /** Sells two cards and returns their keys. */
    const sell = async () => {
      const answer = await shop.order({ order_no: 'N1', card_type: 'Month', quantity: 2 });
      expect(answer).toMatchObject({ code: 0 });
      return answer.result!.cards;
    };
    const stockCards = async () => (await jobs.cards()).filter(({ batch }) => batch === 'stock');
    const stockIds = async () => (await stockCards()).map(({ id }) => id);

    /** Submits a change, does something before the job begins, and returns its result and the job. */
    const doBetween = async <T>(action: string, fields: object, work: () => Promise<T>) => {
      const gate = Promise.withResolvers<void>();
      const update = Reflect.get(EntityManager.prototype, 'update');
      const spy = jest.spyOn(EntityManager.prototype, 'update').mockImplementation(async function (
        this: EntityManager,
        ...values: Parameters<EntityManager['update']>
      ) {
        if (values[0] === CardJob) await gate.promise;
        return update.apply(this, values);
      });
      try {
        const submitted = await jobs.change(action, { ...fields });
        expect(submitted).toMatchObject({ status: 201, body: { status: 'queued', total: 3 } });
        const done = await work();
        gate.resolve();
        return { done, job: await jobs.ended(submitted) };
      } finally {
        gate.resolve();
        spy.mockRestore();
      }
    };

    const sellBetween = async (action: string, fields: object) => {
      const { done: sold, job } = await doBetween(action, fields, sell);
      return { sold, job };
    };

    it('delete skips a card that was sold before and reset after the submission', async () => {
      const [used, unused] = await sell();
      await jobs.app.open('D1', used);
      server.clock.advance(1);
      const { id } = await jobs.app.row(used);
      const reset = () => admin.post(`/cards/${id}/reset`);
      const { done, job } = await doBetween('delete', { filter: stock }, reset);
      expect(done).toMatchObject({ status: 200 });
      expect(job.result).toEqual({ changed: 2, skipped: { issued_since: 1 } });
      expect((await stockCards()).map(({ card }) => card)).toEqual([used]);
      expect(await jobs.app.login('D2', unused)).toMatchObject({ code: 10218 });
    });

    it.each([
      ['delete', { ...stock, state: 'unused', issued: false }, 'issued_since'],
      ['delete', stock, 'issued_since'],
      ['freeze', { ...stock, state: 'unused', issued: false }, 'not_matching'],
    ])('%s of cards that match %j skips cards sold after the submission', async (action, filter, reason) => {
      const { sold, job } = await sellBetween(action, { filter });
      expect(job.result).toEqual({ changed: 1, skipped: { [reason]: 2 } });
      const kept = (await stockCards()).filter(({ frozen }) => !frozen);
      expect(kept.map(({ card }) => card).toSorted()).toEqual(sold.toSorted());
    });

    it('delete of selected cards skips cards that were sold after the submission, but not cards sold earlier', async () => {
      const { sold, job } = await sellBetween('delete', { ids: await stockIds() });
      expect(job.result).toEqual({ changed: 1, skipped: { issued_since: 2 } });
      expect((await stockCards()).map(({ card }) => card).toSorted()).toEqual(sold.toSorted());
      server.clock.advance(1);
      const again = await jobs.ended(jobs.change('delete', { ids: await stockIds() }));
      expect(again.result).toEqual({ changed: 2, skipped: {} });
    });

    it.each([stock, { ...stock, state: 'unused', issued: false }])(
      'delete of cards that match %j skips cards sold after the submission by an order that came earlier',
      async (filter) => {
        server.clock.advance(60);
        const cameAt = server.clock.now() - 30_000;
        const { job } = await doBetween('delete', { filter }, async () => {
          await sell();
          const sold = { issuedAt: cameAt, updatedAt: cameAt };
          const { applicationId } = jobs;
          await server.dataSource.manager.update(Card, { applicationId, issuedAt: Not(IsNull()) }, sold);
        });
        expect(job.result).toEqual({ changed: 1, skipped: { issued_since: 2 } });
      },
    );

    it('freeze of selected cards also freezes cards that were sold after the submission', async () => {
      const { job } = await sellBetween('freeze', { ids: await stockIds() });
      expect(job.result).toEqual({ changed: 3, skipped: {} });
    });
  });

  it('check each card when the job reaches it, not at submission', async () => {
    const blocker = await CardJobs.create(server, admin);
    const first = await blocker.generate({ count: 30_000 });
    const change = jobs.change('delete', { ids: await idsOf('B1', 'B2') });
    await server.dataSource.manager.update(
      Card,
      { applicationId: jobs.applicationId, card: 'B1' },
      { status: 'activated' },
    );
    await blocker.ended(first);
    const { result } = await jobs.ended(change);
    expect([
      { changed: 1, skipped: { not_unused: 1 } },
      { changed: 2, skipped: {} },
    ]).toContainEqual(result);
  });
});
