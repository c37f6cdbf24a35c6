import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AdminClient } from '../../support/admin-client.js';
import { CardJobs, type Job } from '../../support/card-jobs.js';
import { codes } from '../../support/race.js';
import { TestServer } from '../../support/test-server.js';

type Json = Record<string, unknown>;
interface Row extends Json {
  id: number;
  rowVersion: number;
}

describe('uses of cards and users in the admin API', () => {
  const server = TestServer.forSuite();
  let admin: AdminClient;
  let jobs: CardJobs;
  let id: number;
  let token: string;

  beforeAll(async () => {
    admin = await AdminClient.owner(server);
  });
  beforeEach(async () => {
    jobs = await CardJobs.create(server, admin, {
      type: { uses: 10 },
      cards: ['C1', 'C2', { card: 'DAILY', uses_period: 'day' }, { card: 'FREE', uses: null }],
    });
    id = await idOf('C1');
    token = await jobs.app.open();
  });

  const idOf = async (card: string) => (await jobs.app.row(card)).id;
  const row = async (card = id) => (await admin.get<Row>(`/cards/${card}`)).body;
  const left = async () => (await jobs.app.heartbeat(token)).result!['uses_left'];
  const consume = (amount = 1, request_id: string = crypto.randomUUID()) =>
    jobs.app.client.post('/card/consume', { card: 'C1', token, request_id, amount: String(amount) });
  const history = async (card = id) =>
    (await admin.get<{ audit: Json[]; uses: Json | null; consumptions: Json[] }>(`/cards/${card}/history`))
      .body;

  it('card types have uses, and give them to new cards and users', async () => {
    const { applicationId } = jobs;
    const type = {
      applicationId,
      name: 'Monthly',
      durationUnit: 'permanent',
      uses: 100,
      usesPeriod: 'month',
    };
    const { id: cardTypeId, ...created } = await admin.create<Row>('/card-types', type);
    expect(created).toMatchObject({ uses: 100, usesPeriod: 'month' });
    const plain = { applicationId, name: 'Plain', durationUnit: 'permanent' };
    expect(await admin.create('/card-types', plain)).toMatchObject({ uses: null, usesPeriod: 'none' });

    const generated = await admin.post<Job>('/card-jobs/generate', { applicationId, cardTypeId, count: 1 });
    expect(generated.status).toBe(201);
    await jobs.ended(generated);
    const made = await admin.list<Row>('/cards', { filter: { applicationId, cardTypeId } });
    const terms = { uses: 100, usesPeriod: 'month', usesUsed: 0, usesCountedAt: null };
    expect(made.body).toMatchObject([terms]);
    const user = { applicationId, cardTypeId, username: 'bob', password: 'secret12' };
    expect(await admin.create('/users', user)).toMatchObject(terms);
  });

  it.each<[what: string, fields: Json, fault: string]>([
    ['none', { uses: 0 }, 'uses'],
    ['too many', { uses: 1_000_000_001 }, 'uses'],
    ['a part of one', { uses: 1.5 }, 'uses'],
    ['an unknown period', { usesPeriod: 'week' }, 'usesPeriod'],
    ['no period', { usesPeriod: null }, 'usesPeriod'],
  ])('of a card type are refused: %s', async (_, fields, fault) => {
    const type = { applicationId: jobs.applicationId, name: 'X', durationUnit: 'permanent', ...fields };
    expect(await admin.post('/card-types', type)).toMatchObject({
      status: 422,
      body: { faults: { [fault]: expect.anything() } },
    });
  });

  it('can be added and taken away, which the next heartbeat sees', async () => {
    await consume(4);
    expect(await admin.post(`/cards/${id}/add-uses`, { uses: 5 })).toMatchObject({
      status: 200,
      body: { uses: 15, usesUsed: 4 },
    });
    expect(await left()).toBe(11);
    await admin.post(`/cards/${id}/add-uses`, { uses: -20 });
    expect(await left()).toBe(0);
    expect((await consume()).code).toBe(10219);
    const usesCountedAt = server.clock.now();
    expect((await history()).audit.slice(0, 2)).toMatchObject([
      {
        action: 'add_uses',
        before: JSON.stringify({ usesUsed: 4, usesCountedAt }),
        after: JSON.stringify({ usesUsed: 15, usesCountedAt }),
      },
      {
        action: 'add_uses',
        before: JSON.stringify({ uses: 10, usesUsed: 4 }),
        after: JSON.stringify({ uses: 15, usesUsed: 4 }),
      },
    ]);
  });

  it.each([
    [3, { uses: 10, usesUsed: 7 }],
    [0, { uses: 10, usesUsed: 10 }],
    [25, { uses: 25, usesUsed: 0 }],
  ])('can be set to %d', async (number, expected) => {
    await consume(4);
    const answer = await admin.post(`/cards/${id}/set-uses`, { left: number });
    expect(answer).toMatchObject({ status: 200, body: expected });
    expect(await left()).toBe(number);
    expect((await history()).audit[0]).toMatchObject({ action: 'set_uses' });
  });

  it('of a period can be set above its total until the period ends', async () => {
    const daily = await idOf('DAILY');
    await admin.post(`/cards/${daily}/set-uses`, { left: 25 });
    const { uses } = await history(daily);
    expect(uses).toEqual({ left: 25, total: 10, resetsAt: expect.any(Number) });
    server.clock.advance(((uses!['resetsAt'] as number) - server.clock.now()) / 1000);
    admin = await AdminClient.owner(server);
    expect((await history(daily)).uses).toMatchObject({ left: 10, total: 10 });
  });

  it('of a past period do not count after the period is changed', async () => {
    const daily = await idOf('DAILY');
    const empty = async () => admin.post(`/cards/${daily}/set-uses`, { left: 0 });
    const edit = async (usesPeriod: string) => {
      expect(await admin.edit(`/cards/${daily}`, { usesPeriod })).toMatchObject({ status: 200 });
      return (await history(daily)).uses;
    };
    await empty();
    server.clock.advance(2 * 86_400);
    admin = await AdminClient.owner(server);
    expect(await edit('none')).toMatchObject({ left: 10, total: 10 });
    await admin.post(`/cards/${daily}/set-uses`, { left: 3 });
    expect(await edit('month')).toMatchObject({ left: 3, total: 10 });
    await edit('none');
    server.clock.advance(2 * 86_400);
    admin = await AdminClient.owner(server);
    expect(await edit('day')).toMatchObject({ left: 10, total: 10 });
    await empty();
    server.clock.advance(2 * 86_400);
    const apply = (uses_period: string) =>
      jobs.app.configure({ cards: [{ card: 'DAILY', card_type: 'Type', uses_period }] });
    await apply('none');
    admin = await AdminClient.owner(server);
    expect((await history(daily)).uses).toMatchObject({ left: 10, total: 10 });
    await apply('day');
    await empty();
    server.clock.advance(2 * 86_400);
    admin = await AdminClient.owner(server);
    // The type has no period.
    await jobs.as(admin).ended(jobs.as(admin).change('apply_type', { ids: [daily] }));
    expect((await history(daily)).uses).toMatchObject({ left: 10, total: 10, resetsAt: null });
  });

  it('cannot be changed on a card that is not counted', async () => {
    const free = await idOf('FREE');
    const before = await row(free);
    for (const [action, body] of [
      ['add-uses', { uses: 1 }],
      ['set-uses', { left: 1 }],
    ] as const) {
      expect(await admin.post(`/cards/${free}/${action}`, body)).toMatchObject({
        status: 409,
        body: { code: 'not_counted' },
      });
    }
    expect(await row(free)).toEqual(before);
    expect(await history(free)).toMatchObject({ uses: null, consumptions: [] });
  });

  it.each([
    ['add-uses', { uses: 0 }],
    ['add-uses', {}],
    ['set-uses', { left: -1 }],
    ['set-uses', { left: 1_000_000_001 }],
  ])('%s refuses %j', async (action, body) => {
    expect(await admin.post(`/cards/${id}/${action}`, body)).toMatchObject({ status: 422 });
  });

  it('can be edited: the next heartbeat sees what is left of the new number', async () => {
    await consume(4);
    const edited = await admin.edit(`/cards/${id}`, { uses: 6 });
    expect(edited).toMatchObject({ status: 200, body: { uses: 6, usesUsed: 4 } });
    expect(await left()).toBe(2);
    await admin.edit(`/cards/${id}`, { uses: null });
    expect((await jobs.app.heartbeat(token)).result).not.toHaveProperty('uses_left');
    expect((await consume()).code).toBe(400);
  });

  it('consuming does not make an edit stale', async () => {
    const { rowVersion } = await row();
    await consume();
    expect(await admin.patch(`/cards/${id}`, { note: 'x', rowVersion })).toMatchObject({ status: 200 });
    expect(await left()).toBe(9);
  });

  it('the history shows what is left and the latest consumptions', async () => {
    await consume(4, 'first');
    await consume(2, 'second');
    const { uses, consumptions } = await history();
    expect(uses).toEqual({ left: 4, total: 10, resetsAt: null });
    const at = server.clock.now();
    expect(consumptions).toEqual([
      { id: expect.any(Number), requestId: 'second', functionName: null, amount: 2, usesLeft: 4, at },
      { id: expect.any(Number), requestId: 'first', functionName: null, amount: 4, usesLeft: 6, at },
    ]);
  });

  it('a job adds uses to many cards', async () => {
    await consume(4);
    const job = await jobs.ended(jobs.change('add_uses', { filter: {}, uses: 5 }));
    expect(job).toMatchObject({
      kind: 'add_uses',
      input: { uses: 5 },
      result: { changed: 3, skipped: { not_counted: 1 } },
    });
    expect(await left()).toBe(11);
    expect(await jobs.app.row('C2')).toMatchObject({ uses: 15, usesUsed: 0, rowVersion: 2 });
    expect(await jobs.app.row('DAILY')).toMatchObject({ uses: 10, usesUsed: -5 });
    expect(await jobs.app.row('FREE')).toMatchObject({ uses: null, usesUsed: 0, rowVersion: 1 });
  });

  it.each<[what: string, action: string, change: Json, fault: string]>([
    ['no number', 'add_uses', { filter: {} }, 'uses'],
    ['none', 'add_uses', { filter: {}, uses: 0 }, 'uses'],
    ['a number for another action', 'freeze', { filter: {}, uses: 5 }, 'uses'],
    ['an amount of time', 'add_uses', { filter: {}, uses: 5, amount: 5 }, 'amount'],
  ])('a job is refused with %s', async (_, action, change, fault) => {
    expect(await jobs.change(action, change)).toMatchObject({
      status: 422,
      body: { faults: { [fault]: expect.anything() } },
    });
  });

  it('an export contains uses', async () => {
    await consume(4);
    const query = new URLSearchParams({
      filter: JSON.stringify({ applicationId: jobs.applicationId }),
      columns: 'card,uses,usesPeriod,usesLeft',
    });
    const { text } = await admin.get(`/cards/export?${query.toString()}`);
    expect(text.replace('\uFEFF', '').trim().split('\r\n').slice(1)).toEqual([
      'C1,10,none,6',
      'C2,10,none,10',
      'DAILY,10,day,10',
      'FREE,,,',
    ]);
  });

  it('added while clients consume lose nothing', async () => {
    const consuming = Array.from({ length: 30 }, () => consume());
    const adding = Array.from({ length: 5 }, () => admin.post(`/cards/${id}/add-uses`, { uses: 10 }));
    const taken = (await codes(consuming))[0]!;
    for (const { status } of await Promise.all(adding)) expect(status).toBe(200);
    expect(await left()).toBe(60 - taken);
  });
});
