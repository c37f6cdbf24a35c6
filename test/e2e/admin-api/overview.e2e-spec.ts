import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ActivityCount,
  Card,
  CardType,
  ChannelProduct,
  FunctionCallCount,
  Notifier,
  OutboxEvent,
  Payment,
  ServerState,
  SessionSample,
  Webhook,
  WebhookDelivery,
} from '@app/database';
import { FiguresJob } from '@app/figures';
import { FunctionCallLog } from '@app/remote';
import { UsageWriter } from '@app/usage';
import { AdminClient } from '../../support/admin-client.js';
import { otherAdmin } from '../../support/admin-fixtures.js';
import { CardApplication } from '../../support/card-application.js';
import { ShopClient } from '../../support/shop.js';
import { TestServer } from '../../support/test-server.js';

const HOUR = 3_600_000;

interface Money {
  currency: string;
  income: number;
  refunded: number;
}
interface OverviewAnswer {
  timeZone: string;
  now: number;
  from: number;
  by: string;
  beforeFrom: number;
  beforeTo: number;
  activations: { value: number; before: number };
  online: { now: number; peak: number; before: number };
  logins: Record<'accepted' | 'refused' | 'acceptedBefore' | 'refusedBefore', number>;
  income: { money: Money[]; before: Money[]; yesterday: Money[]; orders: number } | null;
  points: {
    at: number;
    isOpen: boolean;
    activations: number;
    activationsByType: Record<string, number>;
    logins: number;
    loginRefusals: number | null;
    refusals: number;
    peak: number;
    money: Money[] | null;
  }[];
  types: { cardTypeId: number; name: string | null; total: number }[];
  codes: { code: number; total: number }[];
}
interface AttentionAnswer {
  items: {
    kind: string;
    id: number | null;
    name: string;
    count: number;
    of: number | null;
    at: number | null;
  }[];
}

let server: TestServer;

beforeEach(async () => {
  server = await TestServer.start({ TRUST_PROXY: 'loopback' });
  server.stopScheduledJobs();
});
afterEach(() => server.stop());

/** Returns the owner, signed in at the current time of the clock. */
const owner = () => AdminClient.owner(server);
const save = () => server.get(UsageWriter).run();

async function overview(applicationId: number, period?: string, as?: AdminClient): Promise<OverviewAnswer> {
  const query = new URLSearchParams({ applicationId: String(applicationId), ...(period && { period }) });
  const answer = await (as ?? (await owner())).get<OverviewAnswer>(`/stats/overview?${query.toString()}`);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

async function attention(applicationId: number, as?: AdminClient): Promise<AttentionAnswer['items']> {
  const answer = await (as ?? (await owner())).get<AttentionAnswer>(
    `/stats/attention?applicationId=${applicationId}`,
  );
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.items;
}

const money = (income: number, refunded = 0) => [{ currency: 'CNY', income, refunded }];

describe('the overview', () => {
  it('counts activations by type, logins and refusals, equally by hour and by day', async () => {
    const app = await CardApplication.create(server, {
      settings: { time_zone: 'UTC' },
      types: { Year: {} },
      cards: ['A', 'B', { card: 'C', card_type: 'Year' }],
    });
    const { applicationId, cardTypeId: type } = await app.row('A');
    const { cardTypeId: year } = await app.row('C');
    // Thursday, 12:00 UTC.
    await app.open('D1', 'A');
    await app.login('D1', 'none');
    await save();
    server.clock.advance(24 * 3600 + 1800);
    for (const card of ['B', 'C']) await app.open('D1', card);
    await app.open('D1', 'B');
    await app.login('D2', 'B');
    await save();

    const today = await overview(applicationId, 'today');
    expect(today).toMatchObject({
      timeZone: 'UTC',
      by: 'hour',
      from: Date.UTC(2026, 0, 16),
      beforeFrom: Date.UTC(2026, 0, 15),
      beforeTo: Date.UTC(2026, 0, 15, 13),
      activations: { value: 2, before: 1 },
      logins: { accepted: 3, refused: 1, acceptedBefore: 1, refusedBefore: 1 },
      types: [
        { cardTypeId: type, name: 'Type', total: 1 },
        { cardTypeId: year, name: 'Year', total: 1 },
      ],
    });
    expect(today.points.length).toBe(13);
    expect(today.points.filter(({ isOpen }) => isOpen)).toEqual([today.points.at(-1)]);
    expect(today.points.at(-1)).toMatchObject({
      at: Date.UTC(2026, 0, 16, 12),
      activations: 2,
      activationsByType: { [type]: 1, [year]: 1 },
      logins: 3,
      loginRefusals: 1,
      refusals: 1,
    });

    const week = await overview(applicationId);
    expect(week).toMatchObject({
      by: 'day',
      from: Date.UTC(2026, 0, 10),
      beforeFrom: Date.UTC(2026, 0, 3),
      beforeTo: Date.UTC(2026, 0, 9, 13),
      activations: { value: 3, before: 0 },
      logins: { accepted: 4, refused: 2 },
      types: [
        { cardTypeId: type, total: 2 },
        { cardTypeId: year, total: 1 },
      ],
    });
    expect(week.points.map((point) => point.activations)).toEqual([0, 0, 0, 0, 0, 1, 2]);
    expect(week.points.at(-2)!.activationsByType).toEqual({ [type]: 1, [year]: 0 });
    const total = (codes: OverviewAnswer['codes']) => codes.reduce((sum, code) => sum + code.total, 0);
    expect(total(week.codes)).toBe(week.points.reduce((sum, { refusals }) => sum + refusals, 0));

    // A deleted type keeps its count; activations counted by an earlier version have no type.
    const { manager } = server.dataSource;
    await manager.delete(Card, { cardTypeId: year });
    await manager.delete(CardType, { id: year });
    const hour = Math.floor(server.clock.now() / HOUR);
    await manager.insert(ActivityCount, { applicationId, hour, event: 'activation', code: 0, count: 9 });
    expect((await overview(applicationId)).types).toEqual([
      { cardTypeId: 0, name: null, total: 9 },
      { cardTypeId: type, name: 'Type', total: 2 },
      { cardTypeId: year, name: null, total: 1 },
    ]);
  });

  it('compares a day that is not over with the same part of an earlier day', async () => {
    const app = await CardApplication.create(server, { settings: { time_zone: 'Asia/Shanghai' } });
    const { applicationId } = await app.row();
    const now = Date.parse('2026-01-15T12:00Z');
    const at = (time: string, count: number) => ({
      applicationId,
      hour: Date.parse(time) / HOUR,
      event: 'activation' as const,
      code: 0,
      count,
    });
    // It is 20:00 in Shanghai. The figure to compare with includes yesterday's hour that began at 20:00, but no later
    // hour.
    await server.dataSource.manager.insert(ActivityCount, [
      at('2026-01-13T15:00Z', 1000),
      at('2026-01-13T16:00Z', 1),
      at('2026-01-14T12:00Z', 10),
      at('2026-01-14T13:00Z', 100),
      at('2026-01-14T16:00Z', 10_000),
    ]);
    expect(await overview(applicationId, 'today')).toMatchObject({
      now,
      activations: { value: 10_000, before: 11 },
    });
    expect(await overview(applicationId, '7d')).toMatchObject({ activations: { value: 11_111, before: 0 } });
    expect((await overview(applicationId, '90d')).points.length).toBe(90);
  });

  it('shows the success of logins only from the hour in which refused logins were first counted', async () => {
    const app = await CardApplication.create(server, { settings: { time_zone: 'UTC' } });
    const { applicationId } = await app.row();
    const hour = server.clock.now() / HOUR;
    const { manager } = server.dataSource;
    const old = { applicationId, hour: hour - 30, event: 'login' as const, code: 0, count: 500 };
    await manager.insert(ActivityCount, old);
    const state = await manager.findOneByOrFail(ServerState, { name: 'login_refusals_since' });
    expect(Number(state.value)).toBe(hour);
    await app.open();
    await save();
    const { logins, points } = await overview(applicationId);
    expect(logins).toEqual({ accepted: 1, refused: 0, acceptedBefore: 0, refusedBefore: 0 });
    expect(points.map(({ loginRefusals }) => loginRefusals)).toEqual([null, null, null, null, null, null, 0]);
    // A restart does not change the hour from which refused logins are counted.
    server.clock.advance(7200);
    await server.restart();
    expect(await server.dataSource.manager.findOneBy(ServerState, { name: state.name })).toEqual(state);
  });

  it('shows the peak of each day, and for today at least the number of sessions that are open now', async () => {
    const app = await CardApplication.create(server, {
      settings: { time_zone: 'UTC' },
      type: { max_sessions: 0, max_devices: 0 },
    });
    const { applicationId } = await app.row();
    const sample = (time: string, live: number) => ({
      applicationId,
      minute: Date.parse(time) / 60_000,
      live,
    });
    await server.dataSource.manager.insert(SessionSample, [
      sample('2026-01-08T11:55Z', 70),
      sample('2026-01-08T13:00Z', 90),
      sample('2026-01-13T23:55Z', 5),
      sample('2026-01-14T00:00Z', 3),
      sample('2026-01-14T09:35Z', 8),
      sample('2026-01-15T11:00Z', 1),
    ]);
    const before = await overview(applicationId);
    expect(before.online).toEqual({ now: 0, peak: 8, before: 70 });
    expect(before.points.map(({ peak }) => peak)).toEqual([0, 0, 0, 0, 5, 8, 1]);
    for (const device of ['D1', 'D2']) await app.open(device);
    const { online, points } = await overview(applicationId);
    expect(online).toEqual({ now: 2, peak: 8, before: 70 });
    expect(points.at(-1)!.peak).toBe(2);
  });

  it('adds up the income of the days, and shows yesterday’s income in every period', async () => {
    const app = await CardApplication.create(server, { settings: { time_zone: 'UTC' } });
    const { applicationId, cardTypeId } = await app.row();
    let requests = 0;
    const order = async (amount: number) => {
      const body = { applicationId, cardTypeId, quantity: 1, amount, currency: 'CNY' };
      const answer = await (await owner()).post('/orders', { ...body, requestKey: `R${++requests}` });
      expect(answer).toMatchObject({ status: 201 });
    };
    const goTo = (time: string) => server.clock.advance((Date.parse(time) - server.clock.now()) / 1000);
    await order(100);
    goTo('2026-01-15T12:59:59Z');
    await order(200);
    goTo('2026-01-15T13:00:00Z');
    await order(400);
    goTo('2026-01-16T00:06:00Z');
    await server.get(FiguresJob).run();
    await order(1000);
    goTo('2026-01-16T12:30:00Z');
    await order(2000);

    const today = await overview(applicationId, 'today');
    expect(today.income).toEqual({
      money: money(3000),
      before: money(300),
      yesterday: money(700),
      orders: 2,
    });
    expect(today.points.map(({ money }) => money![0]?.income ?? 0)).toEqual(
      Array.from({ length: 13 }, (_, hour) => (hour === 0 ? 1000 : hour === 12 ? 2000 : 0)),
    );
    const week = await overview(applicationId, '7d');
    expect(week.income).toEqual({ money: money(3700), before: [], yesterday: money(700), orders: 5 });
    expect(week.points.slice(-2).map((point) => point.money)).toEqual([money(700), money(3000)]);
    goTo('2026-01-22T12:30:00Z');
    await server.get(FiguresJob).run();
    // The previous week ends during the 15th.
    expect((await overview(applicationId, '7d')).income).toMatchObject({
      money: money(3000),
      before: money(300),
    });

    const viewer = await otherAdmin(await owner(), 'viewer', [applicationId]);
    const seen = await overview(applicationId, '7d', viewer);
    expect(seen.income).toBeNull();
    expect(seen.points.every(({ money }) => money === null)).toBe(true);
  });

  it('compares no sale of this period with itself where hours start at half past', async () => {
    const app = await CardApplication.create(server, { settings: { time_zone: 'Asia/Kolkata' } });
    const { applicationId, cardTypeId } = await app.row();
    const order = async (time: string, amount: number) => {
      server.clock.advance((Date.parse(time) - server.clock.now()) / 1000);
      const body = { applicationId, cardTypeId, quantity: 1, amount, currency: 'CNY' };
      const answer = await (await owner()).post('/orders', { ...body, requestKey: `R${amount}` });
      expect(answer).toMatchObject({ status: 201 });
    };
    // In India, the 16th begins at 18:30 UTC.
    await order('2026-01-15T18:29:59Z', 100);
    await order('2026-01-15T18:30:00Z', 200);
    await order('2026-01-16T18:15:00Z', 400);
    const { income } = await overview(applicationId, 'today');
    expect(income).toEqual({ money: money(600), before: money(100), yesterday: money(100), orders: 2 });
    server.clock.advance(6 * 24 * 3600);
    await server.get(FiguresJob).run();
    const week = await overview(applicationId, '7d');
    expect(week.income).toMatchObject({ money: money(600), before: money(100) });
  });

  it('includes the sales since a move of the time zone to the west', async () => {
    const app = await CardApplication.create(server, { settings: { time_zone: 'Asia/Shanghai' } });
    const { applicationId, cardTypeId } = await app.row();
    const order = async (amount: number) => {
      const body = { applicationId, cardTypeId, quantity: 1, amount, currency: 'CNY' };
      const answer = await (await owner()).post('/orders', { ...body, requestKey: `R${amount}` });
      expect(answer).toMatchObject({ status: 201 });
    };
    const goTo = (time: string) => server.clock.advance((Date.parse(time) - server.clock.now()) / 1000);
    await order(100);
    // In Shanghai, it is the 16th. The 15th is stored.
    goTo('2026-01-15T18:00:00Z');
    await server.get(FiguresJob).run();
    await order(200);
    // In New York, it is still the 15th. The figures call the current day the 16th.
    await app.configure({ time_zone: 'America/New_York' });
    await order(400);
    const week = await overview(applicationId, '7d');
    expect(week.income).toMatchObject({ money: money(700), orders: 3, yesterday: [] });
    expect(week.points.at(-1)!.money).toEqual(money(700));
    expect((await overview(applicationId, '30d')).income).toMatchObject({ money: money(700), orders: 3 });
    goTo('2026-01-16T06:00:00Z');
    await server.get(FiguresJob).run();
    await order(800);
    const next = await overview(applicationId, '7d');
    expect(next.income).toMatchObject({ money: money(1500), orders: 4, yesterday: money(100) });
    expect(next.points.slice(-2).map((point) => point.money)).toEqual([money(100), money(1400)]);
  });

  it.each(['1d', '', '24h'])('refuses the period "%s"', async (period) => {
    const app = await CardApplication.create(server);
    const { applicationId } = await app.row();
    const path = `/stats/overview?applicationId=${applicationId}&period=${period}`;
    expect(await (await owner()).get(path)).toMatchObject({ status: 400, body: { errors: { period: {} } } });
  });
});

describe('what needs attention', () => {
  it('is nothing in a healthy application', async () => {
    const app = await CardApplication.create(server);
    await app.open();
    await save();
    expect(await attention((await app.row()).applicationId)).toEqual([]);
  });

  describe('is a function that fails,', () => {
    const functions = (source: string) => [{ name: 'add', source: `function add(x) { ${source} }` }];
    const REFUSES_NEGATIVE = 'if (x < 0) throw new Error(); return x';

    async function create() {
      const app = await CardApplication.create(server, {
        settings: { functions: functions(REFUSES_NEGATIVE) },
      });
      return { app, applicationId: (await app.row()).applicationId };
    }

    async function call(app: CardApplication, ...numbers: number[]) {
      for (const x of numbers) await app.client.post('/remote/functions/add/call', { params: `[${x}]` });
      await server.get(FunctionCallLog).run();
      await save();
    }

    const failing = (count: number, of: number) => [
      { kind: 'function_fails', id: expect.any(Number), name: 'add', count, of, at: server.clock.now() },
    ];

    it('until its source is changed', async () => {
      const { app, applicationId } = await create();
      await call(app, 1, -1, -2);
      expect(await attention(applicationId)).toEqual([]);
      await call(app, -3);
      expect(await attention(applicationId)).toEqual(failing(3, 4));
      await app.configure({ functions: functions('return x') });
      expect(await attention(applicationId)).toEqual([]);
    });

    /** Counts further calls, as if they were calls that are no longer stored. */
    const count = (applicationId: number, calls: number) =>
      server.dataSource.manager.increment(FunctionCallCount, { applicationId }, 'calls', calls);

    it('not one with few failures in many calls, most of which are not stored', async () => {
      const { app, applicationId } = await create();
      const twenty = Array.from({ length: 20 }, () => 1);
      for (let i = 0; i < 5; i++) await call(app, ...twenty);
      const failed = Array.from({ length: 20 }, () => -1);
      await call(app, ...failed);
      await call(app, ...failed);
      expect(await attention(applicationId)).toEqual(failing(40, 140));
      await count(applicationId, 1_000_000);
      expect(await attention(applicationId)).toEqual([]);
    });

    it('even if its earlier versions had many calls, also in the same hour', async () => {
      const { app, applicationId } = await create();
      await call(app, 1);
      await count(applicationId, 1_000_000);
      await app.configure({ functions: functions(`${REFUSES_NEGATIVE} + 1`) });
      await call(app, 1, -1, -2, -3);
      expect(await attention(applicationId)).toEqual(failing(3, 4));
      server.clock.advance(24 * 3600);
      expect(await attention(applicationId)).toEqual([]);
    });
  });

  it('is low stock, until it is filled', async () => {
    const app = await CardApplication.create(server, {
      cards: ['A', 'B', 'C'].map((card) => ({ card, batch: 'Shop' })),
    });
    const { applicationId } = await app.row('A');
    const { manager } = server.dataSource;
    const product = { mode: 'stock' as const, batch: 'Shop' };
    const level = { lowStock: 3 };
    const { channel, key } = await app.createChannel({ Type: product }, level);
    expect(await attention(applicationId)).toEqual([]);
    const shop = new ShopClient(server.url, key);
    expect(await shop.order({ order_no: 'N1', card_type: 'Month' })).toMatchObject({ code: 0 });
    const { lowSince } = await manager.findOneByOrFail(ChannelProduct, { channelId: channel.id });
    expect(await attention(applicationId)).toEqual([
      { kind: 'low_stock', id: channel.id, name: 'Month', count: 2, of: 3, at: lowSince },
    ]);
    await app.configure({ cards: [{ card: 'D', card_type: 'Type', batch: 'Shop' }] });
    expect(await attention(applicationId)).toEqual([]);
  });

  it('is low stock that no order has found', async () => {
    const app = await CardApplication.create(server, { cards: [{ card: 'A', batch: 'Shop' }] });
    const { applicationId } = await app.row('A');
    const products = { Type: { mode: 'stock' as const, batch: 'Shop' } };
    const { channel } = await app.createChannel(products, { lowStock: 3 });
    expect(await attention(applicationId)).toEqual([
      { kind: 'low_stock', id: channel.id, name: 'Month', count: 1, of: 3, at: null },
    ]);
  });

  it('is a payment without cards, for seven days', async () => {
    const app = await CardApplication.create(server);
    const { applicationId } = await app.row();
    const { manager } = server.dataSource;
    const { channel } = await app.createChannel(undefined, { kind: 'stripe' });
    const now = server.clock.now();
    for (const [i, status] of (['failed', 'failed', 'issued', 'dismissed'] as const).entries())
      await manager.insert(Payment, {
        applicationId,
        channelId: channel.id,
        externalNo: `pi_${i}`,
        products: ['plink_1'],
        quantity: 1,
        amount: null,
        currency: null,
        contact: null,
        status,
        fault: status === 'failed' ? 'out_of_stock' : null,
        createdAt: now + i,
        updatedAt: now + i,
      });
    expect(await attention(applicationId)).toEqual([
      { kind: 'payment_failed', id: channel.id, name: channel.name, count: 2, of: null, at: now + 1 },
    ]);
    server.clock.advance(7 * 86_400 + 1);
    expect(await attention(applicationId)).toEqual([]);
  });

  it('is an address that tries many keys, for six hours', async () => {
    const app = await CardApplication.create(server);
    const { applicationId } = await app.row();
    const guess = (i: number) => app.login('D1', `GUESS-${i}`);
    for (let i = 0; i < 9; i++) await guess(i);
    // The same key again does not count as another guess.
    await app.login('D2', 'GUESS-0');
    await save();
    expect(await attention(applicationId)).toEqual([]);
    await guess(9);
    await save();
    const found = { kind: 'key_guessing', id: null, name: '127.0.0.1', count: 10, of: 11 };
    expect(await attention(applicationId)).toEqual([{ ...found, at: server.clock.now() }]);
    server.clock.advance(6 * 3600 + 1);
    expect(await attention(applicationId)).toEqual([]);
  });

  it('is a webhook or a notifier that fails, for owners', async () => {
    const app = await CardApplication.create(server);
    const other = await CardApplication.create(server);
    const { applicationId } = await app.row();
    const { applicationId: otherId } = await other.row();
    const { manager } = server.dataSource;
    const admin = await owner();
    const create = async (path: string, body: object) => {
      const answer = await admin.post<{ id: number }>(path, body);
      expect(answer).toMatchObject({ status: 201 });
      return answer.body.id;
    };
    const hook = {
      url: 'https://hooks.invalid/',
      types: ['card.activated'],
      applicationIds: [applicationId],
    };
    const webhook = await create('/webhooks', { ...hook, name: 'Shop' });
    // Healthy webhooks do not hide a failing one, however many there are.
    for (let i = 0; i < 20; i++) await create('/webhooks', { ...hook, name: `Healthy ${i}` });
    const gone = await create('/webhooks', { ...hook, name: 'Gone' });
    const bot = { kind: 'bark', token: 'device-key', types: ['card.activated'], applicationIds: null };
    const notifier = await create('/notifiers', { ...bot, name: 'Phone' });
    expect(await attention(applicationId, admin)).toEqual([]);

    const now = server.clock.now();
    const event = {
      eventId: 'evt_1',
      type: 'card.activated',
      applicationId,
      data: '{}',
      pending: false,
      at: now,
    };
    const { id: eventId } = await manager.save(OutboxEvent, event);
    await manager.insert(WebhookDelivery, {
      webhookId: webhook,
      eventId,
      status: 'pending',
      attempts: 3,
      nextAt: now + 1,
      lastAt: now - 1,
      lastStatus: 500,
      lastFault: null,
      lastAnswer: null,
      createdAt: now,
    });
    await manager.update(Webhook, gone, { enabled: false, disabledReason: 'gone' });
    await manager.update(Notifier, notifier, { failures: 3, lastAt: now });
    const items = await attention(applicationId, admin);
    expect(items.map(({ kind, name, count }) => [kind, name, count])).toEqual([
      ['webhook_fails', 'Shop', 3],
      ['webhook_fails', 'Gone', 0],
      ['notifier_fails', 'Phone', 3],
    ]);
    expect((await attention(otherId, admin)).map(({ name }) => name)).toEqual(['Phone']);
    const support = await otherAdmin(admin, 'manager', [applicationId]);
    expect(await attention(applicationId, support)).toEqual([]);
  });
});
