import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ActiveHolder,
  ActivityCount,
  Anomaly,
  CardType,
  Channel,
  DayFigures,
  DayIncome,
  Device,
  isSqlite,
  Order,
  Recharge,
  ServerState,
  Session,
} from '@app/database';
import { DailyFigures, FiguresJob, FiguresPurgeJob } from '@app/figures';
import { HeartbeatSaver, SessionExpiryJob } from '@app/licensing';
import { TrialPurgeJob } from '@app/trial';
import { UsagePurgeJob, UsageWriter } from '@app/usage';
import { AdminClient } from '../../support/admin-client.js';
import { otherAdmin } from '../../support/admin-fixtures.js';
import { CardApplication, type CardApplicationFile } from '../../support/card-application.js';
import { withFailingCommits } from '../../support/failing-commits.js';
import { statementsDuring } from '../../support/recorded-statements.js';
import { ShopClient } from '../../support/shop.js';
import { TestServer } from '../../support/test-server.js';
import { TrialApplication } from '../../support/trial-application.js';
import { UserApplication } from '../../support/user-application.js';

const DAY = 86_400;
const TABLES = [DayFigures, DayIncome, Anomaly, ActiveHolder];

interface Money {
  currency: string;
  income: number;
  refunded: number;
}
interface DayAnswer {
  day: string;
  isOpen: boolean;
  money: Money[] | null;
  [figure: string]: unknown;
}
interface DaysAnswer {
  timeZone: string | null;
  days: DayAnswer[];
}
interface IncomeAnswer {
  days: string[];
  groups: ({ kind: string; name: string | null; currency: string | null; byDay: number[] } & Record<
    string,
    unknown
  >)[];
}

let server: TestServer;
let signedIn: AdminClient;
let signedInAt: number;

beforeEach(async () => {
  server = await TestServer.start({ TRUST_PROXY: 'loopback' });
  server.stopScheduledJobs();
  signedInAt = 0;
});
afterEach(() => server.stop());

/** Returns the owner, signed in again if the clock was moved far. */
async function owner(): Promise<AdminClient> {
  const now = server.clock.now();
  if (now - signedInAt > 3_600_000) [signedIn, signedInAt] = [await AdminClient.owner(server), now];
  return signedIn;
}

/** An application with a shop that sells its type for 30.00 CNY. */
class Shop {
  orders = 0;

  private constructor(
    readonly app: CardApplication,
    readonly applicationId: number,
    readonly channel: Channel,
    readonly client: ShopClient,
  ) {}

  static async create(timeZone = 'UTC', file: CardApplicationFile = {}): Promise<Shop> {
    const app = await CardApplication.create(server, { ...file, settings: { time_zone: timeZone } });
    const { channel, key } = await app.createChannel();
    const { id } = await server.applicationOf(app.client);
    return new Shop(app, id, channel, new ShopClient(server.url, key));
  }

  /** Orders cards and returns the order number. */
  async order(fields: object = {}): Promise<string> {
    const order_no = `N${++this.orders}`;
    expect(await this.client.order({ order_no, card_type: 'Month', ...fields })).toMatchObject({ code: 0 });
    return order_no;
  }

  async refund(orderNo: string): Promise<void> {
    expect(await this.client.refund(orderNo, 'unused')).toMatchObject({ code: 0 });
  }

  /** Issues a card by hand. */
  async byHand(requestKey: string, fields: object = {}): Promise<void> {
    const { applicationId } = this;
    const { id: cardTypeId } = await server.dataSource.manager.findOneByOrFail(CardType, { applicationId });
    const body = { applicationId, cardTypeId, requestKey, quantity: 1, ...fields };
    expect(await (await owner()).post('/orders', body)).toMatchObject({ status: 201 });
  }

  async days(days: number, as?: AdminClient): Promise<DayAnswer[]> {
    const answer = await (as ?? (await owner())).get<DaysAnswer>(
      `/stats/days?applicationId=${this.applicationId}&days=${days}`,
    );
    expect(answer).toMatchObject({ status: 200 });
    return answer.body.days;
  }

  async income(query = ''): Promise<IncomeAnswer> {
    const path = `/stats/income?applicationId=${this.applicationId}${query}`;
    const answer = await (await owner()).get<IncomeAnswer>(path);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  }

  /** Income and refunds in CNY by day, for days that have any. */
  async money(days = 30): Promise<(string | number)[][]> {
    const found = await this.days(days);
    return found.flatMap(({ day, money }) => money!.map(({ income, refunded }) => [day, income, refunded]));
  }
}

/** Moves the clock to a time. */
function goTo(time: string): void {
  server.clock.advance((Date.parse(time) - server.clock.now()) / 1000);
}
const run = () => server.get(FiguresJob).run();

/** Returns the rows of all figures, without generated ids. */
async function stored(): Promise<object[][]> {
  const tables: object[][] = [];
  for (const entity of TABLES) {
    const rows = await server.dataSource.manager.find<object>(entity, { order: {} });
    const texts = rows.map((row) => JSON.stringify({ ...row, id: undefined })).toSorted();
    tables.push(texts.map((text) => JSON.parse(text) as object));
  }
  return tables;
}

describe('days', () => {
  it('are those of the time zone, with 23 and 25 hours where clocks change', async () => {
    goTo('2026-03-07T12:00:00Z');
    const shop = await Shop.create('America/New_York');
    const hours = async (times: string[]) => {
      for (const time of times) {
        goTo(time);
        await shop.order();
      }
    };
    // In New York, 8 March lasts from 05:00 UTC until 04:00 UTC of the next day.
    await hours(['2026-03-08T04:59:59Z', '2026-03-08T05:00:00Z', '2026-03-09T03:59:59Z']);
    await hours(['2026-03-09T04:00:00Z']);
    await run();
    const expected = [
      ['2026-03-07', 3000, 0],
      ['2026-03-08', 6000, 0],
      ['2026-03-09', 3000, 0],
    ];
    expect(await shop.money()).toEqual(expected);
    goTo('2026-03-10T12:00:00Z');
    await run();
    expect(await shop.money()).toEqual(expected);
    // In New York, 1 November lasts from 04:00 UTC until 05:00 UTC of the next day.
    await hours(['2026-11-01T03:59:59Z', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z']);
    await hours(['2026-11-02T05:00:00Z']);
    goTo('2026-11-04T12:00:00Z');
    await run();
    expect(await shop.money()).toEqual([
      ['2026-10-31', 3000, 0],
      ['2026-11-01', 6000, 0],
      ['2026-11-02', 3000, 0],
    ]);
    const lengths = (await server.dataSource.manager.find(DayFigures)).map(
      ({ startsAt, endsAt }) => (endsAt - startsAt) / 3_600_000,
    );
    expect(lengths.filter((length) => length !== 24)).toEqual([23, 25]);
  });

  it('count every order once, also when the time zone is changed', async () => {
    const shop = await Shop.create('UTC');
    const { app } = shop;
    let orders = 0;
    const sell = async (hours: number) => {
      for (let hour = 0; hour < hours; hour++) {
        await shop.order();
        orders += 1;
        server.clock.advance(3600);
        await run();
      }
    };
    for (const time_zone of ['Asia/Shanghai', 'Pacific/Kiritimati', 'Etc/GMT+12', 'UTC']) {
      await sell(30);
      await app.configure({ time_zone });
    }
    await sell(30);
    const counts = (await shop.days(60)).map((day) => Number(day.orders));
    expect(counts.reduce((a, b) => a + b)).toBe(orders);
    const days = await server.dataSource.manager.find(DayFigures, { order: { day: 'ASC' } });
    for (const [i, { startsAt }] of days.entries()) if (i > 0) expect(startsAt).toBe(days[i - 1]!.endsAt);
  });

  it('subtract a refund on the day of the refund, and show it separately', async () => {
    const shop = await Shop.create();
    const first = await shop.order({ quantity: 2 });
    await shop.order({ amount: 500 });
    goTo('2026-01-16T12:00:00Z');
    await run();
    expect(await shop.money()).toEqual([['2026-01-15', 6500, 0]]);
    goTo('2026-01-18T12:00:00Z');
    await run();
    await shop.refund(first);
    await shop.refund(first);
    const expected = [
      ['2026-01-15', 6500, 0],
      ['2026-01-18', 0, 6000],
    ];
    expect(await shop.money()).toEqual(expected);
    goTo('2026-01-20T12:00:00Z');
    await run();
    expect(await shop.money()).toEqual(expected);
    expect(await shop.days(6)).toMatchObject([
      { day: '2026-01-15', orders: 2, cards: 3, refunds: 0, isOpen: false },
      { day: '2026-01-16', orders: 0, refunds: 0 },
      { day: '2026-01-17', orders: 0, refunds: 0 },
      { day: '2026-01-18', orders: 0, refunds: 1 },
      { day: '2026-01-19', isOpen: false },
      { day: '2026-01-20', isOpen: true },
    ]);
  });

  it('split income by card type, channel and currency, and name orders by hand', async () => {
    const shop = await Shop.create();
    await shop.order();
    await shop.byHand('K1', { amount: 700, currency: 'USD' });
    await shop.byHand('K2');
    goTo('2026-01-16T12:00:00Z');
    await run();
    await shop.order({ amount: 1 });
    const none = { orders: 1, cards: 1, refunds: 0, refunded: 0 };
    const byType = await shop.income('&days=2');
    const type = { kind: 'named', name: 'Type', id: expect.any(Number) };
    expect(byType).toEqual({
      days: ['2026-01-15', '2026-01-16'],
      groups: [
        { ...type, ...none, currency: null, income: 0, byDay: [0, 0] },
        { ...type, ...none, orders: 2, cards: 2, currency: 'CNY', income: 3001, byDay: [3000, 1] },
        { ...type, ...none, currency: 'USD', income: 700, byDay: [700, 0] },
      ],
    });
    const { groups } = await shop.income('&days=2&by=channel');
    expect(groups.map(({ kind, name, currency, byDay }) => [kind, name, currency, byDay])).toEqual([
      ['by_hand', null, null, [0, 0]],
      ['named', shop.channel.name, 'CNY', [3000, 1]],
      ['by_hand', null, 'USD', [700, 0]],
    ]);
  });

  it('are counted for orders from before an upgrade', async () => {
    const shop = await Shop.create();
    await shop.order();
    goTo('2026-02-20T12:00:00Z');
    await shop.order();
    expect(await shop.money(60)).toEqual([['2026-02-20', 3000, 0]]);
    await run();
    expect(await shop.money(60)).toEqual([
      ['2026-01-15', 3000, 0],
      ['2026-02-20', 3000, 0],
    ]);
    const days = await server.dataSource.manager.countBy(DayFigures, { applicationId: shop.applicationId });
    expect(days).toBe(36);
  });
});

describe('the job', () => {
  /** An application with records of every kind, on a past day. */
  async function busyDay(): Promise<Shop> {
    const shop = await Shop.create('UTC', { cards: ['C1', 'C2'], type: { max_devices: 0, max_sessions: 0 } });
    await shop.order();
    await shop.refund(await shop.order());
    await shop.byHand('K1', { amount: 100, currency: 'CNY' });
    for (let device = 0; device < 20; device++) await shop.app.open(`D${device}`);
    await shop.app.open('D1', 'C2');
    await server.get(UsageWriter).run();
    goTo('2026-01-17T12:00:00Z');
    await server.get(SessionExpiryJob).run();
    return shop;
  }

  it('stores the same when it runs again or twice at the same time', async () => {
    const shop = await busyDay();
    await Promise.all([run(), run(), run()]);
    const first = await stored();
    expect(first.map((rows) => rows.length)).toEqual([2, 2, 1, 2]);
    expect(await shop.money()).toEqual([['2026-01-15', 6100, 3000]]);
    await run();
    expect(await stored()).toEqual(first);
    // Deletes all figures, as if no process had stored any yet.
    for (const entity of [DayFigures, DayIncome, Anomaly, ServerState])
      await server.dataSource.manager.createQueryBuilder().delete().from(entity).execute();
    await Promise.all([run(), run()]);
    expect(await stored()).toEqual(first);
  });

  it('loses and doubles nothing when it is interrupted at any commit', async () => {
    await busyDay();
    const { dataSource } = server;
    await run();
    const expected = await stored();
    for (const entity of [...TABLES, ServerState])
      await dataSource.manager.createQueryBuilder().delete().from(entity).execute();
    let commits = 0;
    let allowed = 0;
    const subscriber = {
      beforeTransactionCommit() {
        if (++commits > allowed) throw new Error('killed');
      },
    };
    dataSource.subscribers.push(subscriber);
    let interrupted = 0;
    for (let isDone = false; !isDone; allowed++) {
      commits = 0;
      isDone = await run().then(
        () => true,
        () => false,
      );
      if (!isDone) interrupted += 1;
      // A reader sees either all figures of a day or none.
      for (const { day } of await dataSource.manager.find(DayIncome))
        expect(await dataSource.manager.existsBy(DayFigures, { day })).toBe(true);
    }
    dataSource.subscribers.splice(dataSource.subscribers.indexOf(subscriber), 1);
    expect(interrupted).toBeGreaterThan(1);
    expect(await stored()).toEqual(expected);
  });

  it.each([1, 2, 3, 4])(
    'misses and doubles no day that is stored before statement %i of a request',
    async (count) => {
      const shop = await Shop.create();
      await shop.order();
      server.clock.advance(DAY);
      await owner();
      const { manager } = server.dataSource;
      const find = manager.find.bind(manager);
      let left = count;
      manager.find = (async (...query: Parameters<typeof find>) => {
        if ([DayFigures, DayIncome].some((entity) => entity === query[0]) && --left === 0)
          await server.get(FiguresJob).run();
        return find(...query);
      }) as typeof find;
      try {
        const path = `/stats/days?applicationId=${shop.applicationId}&days=2`;
        const { body } = await (await owner()).get<DaysAnswer>(path);
        expect(body.days.map(({ day, money }) => [day, money])).toEqual([
          ['2026-01-15', [{ currency: 'CNY', income: 3000, refunded: 0 }]],
          ['2026-01-16', []],
        ]);
      } finally {
        manager.find = find;
      }
      expect(left).toBeLessThanOrEqual(0);
      expect(await manager.countBy(DayFigures, { applicationId: shop.applicationId })).toBe(1);
    },
  );

  it('stores nothing of a day whose commit fails', async () => {
    const shop = await busyDay();
    await withFailingCommits(server.dataSource, () => expect(run()).rejects.toThrow());
    expect(await server.dataSource.manager.count(DayFigures)).toBe(0);
    // Until the two latest days are stored, each read counts them.
    await run();
    expect(await shop.money()).toEqual([['2026-01-15', 6100, 3000]]);
  });

  it('finds an order that was committed after the day was stored', async () => {
    const shop = await Shop.create();
    await shop.order();
    goTo('2026-01-16T00:10:00Z');
    await run();
    const { manager } = server.dataSource;
    const order = await manager.findOneByOrFail(Order, { applicationId: shop.applicationId });
    const late = { externalNo: 'LATE', createdAt: Date.parse('2026-01-15T23:59:59Z'), amount: 5 };
    await manager.insert(Order, { ...order, ...late, id: undefined as unknown as number });
    goTo('2026-01-17T00:10:00Z');
    await run();
    expect(await shop.money()).toEqual([['2026-01-15', 3005, 0]]);
  });

  it('keeps what it knows of a day whose sessions may have been deleted', async () => {
    await server.stop();
    server = await TestServer.start({ SESSION_RETENTION_DAYS: '1' });
    server.stopScheduledJobs();
    const shop = await Shop.create('UTC', { cards: ['C1'], type: { max_devices: 0, max_sessions: 0 } });
    for (let device = 0; device < 20; device++) await shop.app.open(`D${device}`);
    goTo('2026-01-16T00:05:00Z');
    await run();
    const active = { activeCards: 1, activeUsers: 0, monthActiveCards: 1, monthActiveUsers: 0 };
    const first = () => server.dataSource.manager.findOneBy(DayFigures, { day: '2026-01-15' });
    expect(await first()).toMatchObject(active);
    const anomalies = await server.dataSource.manager.find(Anomaly);
    expect(anomalies).toMatchObject([{ day: '2026-01-15', kind: 'many_devices' }]);
    goTo('2026-01-17T00:05:00Z');
    await run();
    expect(await first()).toMatchObject(active);
    const { count, holderId, kind } = anomalies[0]!;
    expect(await server.dataSource.manager.findBy(Anomaly, { day: '2026-01-15' })).toMatchObject([
      { count, holderId, kind },
    ]);
  });

  // After a single day, the hours with which refusals are compared are already deleted.
  it.each([
    ['1', 200, []],
    ['2', 1200, [{ kind: 'refusal_burst', count: 1200 }]],
  ])(
    'keeps what it knows of a day whose counts and trials were deleted after %s day(s)',
    async (days, peak, bursts) => {
      await server.stop();
      server = await TestServer.start({ ACTIVITY_RETENTION_DAYS: days, TRIAL_RETENTION_DAYS: days });
      server.stopScheduledJobs();
      const trials = await TrialApplication.create(server, { settings: { time_zone: 'UTC' } });
      const { applicationId } = await trials.ofCards.row();
      await trials.open('D1');
      await trials.ofCards.open('D1');
      await server.get(UsageWriter).run();
      const { manager } = server.dataSource;
      const hour = Date.parse('2026-01-15T15:00:00Z') / 3_600_000;
      // 200 refusals per hour on the 14th and 15th, except for the peak.
      for (let i = hour - 39; i < hour + 9; i++) {
        const count = i === hour ? peak : 200;
        await manager.insert(ActivityCount, { applicationId, hour: i, event: 'refusal', code: 1, count });
      }
      const known = { activations: 1, refusals: 23 * 200 + peak, trials: 1, trialConversions: 1 };
      for (const time of ['2026-01-16T00:05:00Z', '2026-01-17T23:00:00Z']) {
        goTo(time);
        await server.get(UsagePurgeJob).run();
        await server.get(TrialPurgeJob).run();
        await run();
        expect(await manager.findOneBy(DayFigures, { day: '2026-01-15' })).toMatchObject(known);
        expect(await manager.find(Anomaly)).toMatchObject(bursts);
      }
    },
  );

  it('counts the days again that it stored while the clock was ahead', async () => {
    const shop = await Shop.create('UTC', { cards: ['C1'], type: { max_devices: 0, max_sessions: 0 } });
    await shop.order();
    for (let device = 0; device < 20; device++) await shop.app.open(`D${device}`);
    goTo('2026-01-19T12:00:00Z');
    await run();
    const days = () => server.dataSource.manager.find(DayFigures, { order: { day: 'ASC' } });
    expect((await days()).map(({ day }) => day).at(-1)).toBe('2026-01-18');
    goTo('2026-01-15T12:06:00Z');
    await run();
    expect((await stored()).slice(0, 3)).toEqual([[], [], []]);
    expect(await shop.days(1)).toMatchObject([{ day: '2026-01-15', orders: 1, isOpen: true }]);
    await shop.order();
    goTo('2026-01-16T12:00:00Z');
    await shop.order();
    await run();
    goTo('2026-01-17T12:00:00Z');
    await run();
    expect(await shop.days(3)).toMatchObject([
      { day: '2026-01-15', orders: 2, activeCards: 1, isOpen: false },
      { day: '2026-01-16', orders: 1, isOpen: false },
      { day: '2026-01-17', orders: 0, isOpen: true },
    ]);
    expect(await shop.money()).toEqual([
      ['2026-01-15', 6000, 0],
      ['2026-01-16', 3000, 0],
    ]);
    expect(await server.dataSource.manager.find(Anomaly)).toMatchObject([
      { day: '2026-01-15', kind: 'many_devices' },
    ]);
  });

  it('keeps the stored days while the clock is so far behind that they could not be counted again', async () => {
    await busyDay();
    goTo('2026-03-20T12:00:00Z');
    await run();
    const before = await stored();
    goTo('2026-01-16T12:00:00Z');
    await run();
    expect(await stored()).toEqual(before);
  });

  it('stores a day only some minutes after its end', async () => {
    const shop = await Shop.create();
    await shop.order();
    goTo('2026-01-16T00:04:59Z');
    await run();
    expect(await shop.days(2)).toMatchObject([
      { isOpen: true, orders: 1 },
      { isOpen: true, orders: 0 },
    ]);
    goTo('2026-01-16T00:05:00Z');
    await run();
    expect(await shop.days(2)).toMatchObject([
      { isOpen: false, orders: 1 },
      { isOpen: true, orders: 0 },
    ]);
  });
});

describe('renewals', () => {
  it('are recharges at most 14 days before or after the expiry', async () => {
    const days = (amount: number) => ({ duration: { unit: 'days', amount } });
    const types = { Short: days(20), More: days(30) };
    const early = ['early', 'soon', 'late', 'too late', 'gone', 'frozen'];
    const shop = await Shop.create('UTC', {
      types,
      cards: [
        ...early.map((card) => ({ card, card_type: 'Short' })),
        ...Array.from({ length: 5 }, (_, i) => ({ card: `R${i}`, card_type: 'More' })),
      ],
    });
    const { app } = shop;
    // These cards expire on 4 February at noon.
    for (const card of early) await app.open('D1', card);
    await app.change({ card_type: 'Short', frozen: true }, 'frozen');
    const recharge = async (time: string, card: string, use: string) => {
      goTo(time);
      expect(await app.recharge(use, card)).toMatchObject({ code: 0 });
    };
    await recharge('2026-01-21T11:59:59Z', 'early', 'R0');
    await recharge('2026-01-21T12:00:00Z', 'soon', 'R1');
    const of = async (day: string) => (await shop.days(60)).find((each) => each.day === day);
    goTo('2026-02-05T12:00:00Z');
    await run();
    expect(await of('2026-02-04')).toMatchObject({ expired: 4, renewed: 1 });
    await recharge('2026-02-18T12:00:00Z', 'late', 'R2');
    await recharge('2026-02-18T12:00:01Z', 'too late', 'R3');
    goTo('2026-02-19T12:00:00Z');
    await run();
    expect(await of('2026-02-04')).toMatchObject({ expired: 4, renewed: 2 });
    // A deleted card still counts as expired.
    const { id } = await app.row('gone');
    expect(await (await owner()).delete(`/cards/${id}`)).toMatchObject({ status: 200 });
    goTo('2026-02-20T12:00:00Z');
    await run();
    expect(await of('2026-02-04')).toMatchObject({ expired: 4, renewed: 2 });
  });

  it('do not include recharges of permanent cards', async () => {
    const uses = { duration: { unit: 'permanent' }, uses: 5 };
    const shop = await Shop.create('UTC', { type: uses, cards: ['C1', 'C2'] });
    await shop.app.open();
    expect(await shop.app.recharge('C2')).toMatchObject({ code: 0 });
    expect(await server.dataSource.manager.count(Recharge)).toBe(0);
  });
});

describe('active cards and users', () => {
  it('are counted once per day and once per month', async () => {
    const users = await UserApplication.withAlice(server, {
      settings: { time_zone: 'UTC', heartbeat_timeout_sec: 86_400 },
      cards: ['C1', 'C2', 'C3', 'C4'],
      type: { max_sessions: 0, max_devices: 0 },
    });
    const { ofCards: app } = users;
    const { applicationId } = await app.row();
    goTo('2026-01-30T12:00:00Z');
    await app.open('D1', 'C2');
    await app.open('D2', 'C2');
    const long = await app.open('D1', 'C3');
    await users.open();
    for (const time of ['2026-01-31T06:00:00Z', '2026-02-01T01:00:00Z']) {
      goTo(time);
      expect(await app.heartbeat(long, 'C3')).toMatchObject({ code: 0 });
    }
    await app.open('D1', 'C4');
    await server.get(HeartbeatSaver).save();
    goTo('2026-02-03T12:00:00Z');
    await server.get(SessionExpiryJob).run();
    await run();
    const read = async () => {
      const path = `/stats/days?applicationId=${applicationId}&days=5`;
      const { body } = await (await owner()).get<DaysAnswer>(path);
      return body.days.map((day) => [
        day.day,
        day.activeCards,
        day.activeUsers,
        day.monthActiveCards,
        day.monthActiveUsers,
      ]);
    };
    const expected = [
      ['2026-01-30', 2, 1, 2, 1],
      // A card whose session is idle counts as active as long as a heartbeat may still come. The session of C2 was last
      // seen the day before.
      ['2026-01-31', 1, 0, 2, 1],
      ['2026-02-01', 2, 0, 2, 0],
      ['2026-02-02', 0, 0, 2, 0],
      ['2026-02-03', null, null, null, null],
    ];
    expect(await read()).toEqual(expected);
    await server.get(FiguresPurgeJob).run();
    expect(await read()).toEqual(expected);
  });

  it('are found among thousands of sessions that ended in the same moment', async () => {
    const shop = await Shop.create();
    const { manager } = server.dataSource;
    const now = server.clock.now();
    const session = (holderId: number) => ({
      applicationId: shop.applicationId,
      holderKind: 'card' as const,
      holderId,
      deviceId: 'D',
      tokenHash: `T${holderId}`,
      ip: '127.0.0.1',
      createdAt: now - 1000,
      lastSeenAt: now - (holderId % 3),
      endedAt: now,
      endReason: 'frozen' as const,
    });
    for (let first = 1; first <= 2500; first += 250)
      await manager.insert(
        Session,
        Array.from({ length: 250 }, (_, i) => session(first + i)),
      );
    goTo('2026-01-16T12:00:00Z');
    await run();
    expect(await shop.days(2)).toMatchObject([{ activeCards: 2500, monthActiveCards: 2500 }, {}]);
  });

  it('are unknown for days whose sessions were deleted', async () => {
    const shop = await Shop.create();
    await shop.order();
    goTo('2026-03-01T12:00:00Z');
    await run();
    const days = await shop.days(50);
    expect(days.find(({ day }) => day === '2026-01-20')).toMatchObject({ activeCards: null });
    expect(days.find(({ day }) => day === '2026-02-27')).toMatchObject({ activeCards: 0 });
  });

  it('leave only the figures behind', async () => {
    const shop = await Shop.create();
    await shop.app.open();
    const { manager } = server.dataSource;
    goTo('2026-01-16T12:00:00Z');
    await run();
    await server.get(FiguresPurgeJob).run();
    expect(await manager.count(ActiveHolder)).toBe(1);
    goTo('2026-04-30T12:00:00Z');
    await run();
    await server.get(FiguresPurgeJob).run();
    expect(await manager.count(ActiveHolder)).toBe(0);
    expect((await shop.days(120)).find(({ day }) => day === '2026-01-15')).toMatchObject({ activeCards: 1 });
  });
});

it('trials and their conversions are counted on their days', async () => {
  const trials = await TrialApplication.create(server, { settings: { time_zone: 'UTC' } });
  const { ofCards: app } = trials;
  const { applicationId } = await app.row();
  await trials.open('D1');
  await trials.open('D2');
  goTo('2026-01-16T12:00:00Z');
  await trials.open('D3');
  await app.open('D1');
  const read = async () => {
    const { body } = await (
      await owner()
    ).get<DaysAnswer>(`/stats/days?applicationId=${applicationId}&days=2`);
    return body.days.map((day) => [day.trials, day.trialConversions]);
  };
  const expected = [
    [2, 0],
    [1, 1],
  ];
  expect(await read()).toEqual(expected);
  goTo('2026-01-17T00:10:00Z');
  await run();
  expect((await read())[0]).toEqual(expected[1]);
});

describe('anomalies', () => {
  const anomaliesOf = async (shop: Shop, as?: AdminClient) => {
    const path = `/stats/anomalies?applicationId=${shop.applicationId}`;
    const answer = await (as ?? (await owner())).get<{ anomalies: Record<string, unknown>[] }>(path);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body.anomalies;
  };

  it('are cards with many devices or addresses, and devices of many cards', async () => {
    const cards = Array.from({ length: 6 }, (_, i) => `C${i + 1}`);
    const shop = await Shop.create('UTC', { cards, type: { max_devices: 4, max_sessions: 0 } });
    const { app, applicationId } = shop;
    const { manager } = server.dataSource;
    const { id: crowded } = await app.row('C1');
    const { id: travelling } = await app.row('C2');
    const session = (holderId: number, deviceId: string, ip: string, i: number) => ({
      applicationId,
      holderKind: 'card' as const,
      holderId,
      deviceId,
      ip,
      tokenHash: `${holderId} ${i}`,
      createdAt: server.clock.now(),
      lastSeenAt: server.clock.now(),
      endedAt: server.clock.now() + 1,
      endReason: 'logout' as const,
    });
    await manager.insert(Session, [
      ...Array.from({ length: 5 }, (_, i) => session(crowded, `P${i}`, '192.0.2.1', i)),
      ...Array.from({ length: 10 }, (_, i) => session(travelling, 'P0', `192.0.2.${i}`, i)),
    ]);
    for (const card of cards.slice(1)) await app.open('shared', card);
    // The device is bound, but was not used on that day.
    const other = await app.row('C1');
    await manager.insert(
      Device,
      ['a', 'b'].map((deviceId) => ({
        applicationId,
        holderKind: 'card' as const,
        holderId: other.id,
        deviceId,
        boundAt: 0,
      })),
    );
    goTo('2026-01-16T12:00:00Z');
    await run();
    const nothing = { id: expect.any(Number), applicationId, day: '2026-01-15', hourAt: null };
    const none = { holderKind: null, holderId: null, holderName: null, deviceId: null };
    const found = await anomaliesOf(shop);
    expect(found).toEqual(
      expect.arrayContaining([
        {
          ...nothing,
          ...none,
          kind: 'many_devices',
          count: 5,
          holderKind: 'card',
          holderId: crowded,
          holderName: 'C1',
        },
        {
          ...nothing,
          ...none,
          kind: 'many_addresses',
          count: 11,
          holderKind: 'card',
          holderId: travelling,
          holderName: 'C2',
        },
        { ...nothing, ...none, kind: 'shared_device', deviceId: 'shared', count: 5 },
      ]),
    );
    expect(found).toHaveLength(3);
  });

  it('are hours with many more refusals than usual', async () => {
    const shop = await Shop.create();
    const { applicationId } = shop;
    const hour = Math.floor(Date.parse('2026-01-15T15:00:00Z') / 3_600_000);
    const refusals = (hour: number, count: number) => ({
      applicationId,
      hour,
      event: 'refusal' as const,
      code: 10218,
      count,
    });
    await server.dataSource.manager.insert(ActivityCount, [
      refusals(hour - 12, 200),
      refusals(hour, 99),
      refusals(hour + 1, 600),
      refusals(hour + 2, 500),
    ]);
    goTo('2026-01-16T12:00:00Z');
    await run();
    expect(await anomaliesOf(shop)).toMatchObject([
      { kind: 'refusal_burst', hourAt: (hour + 1) * 3_600_000, count: 600 },
    ]);
    expect((await shop.days(2))[0]).toMatchObject({ refusals: 1399 });
    goTo('2026-01-24T12:00:00Z');
    expect(await anomaliesOf(shop)).toEqual([]);
    goTo('2026-05-24T12:00:00Z');
    await server.get(FiguresPurgeJob).run();
    expect(await server.dataSource.manager.count(Anomaly)).toBe(0);
  });
});

describe('permissions', () => {
  it('show income only to roles that may see prices, and nothing of other applications', async () => {
    const shop = await Shop.create();
    const { applicationId } = shop;
    await shop.order();
    for (const role of ['viewer', 'operator'] as const) {
      const admin = await otherAdmin(await owner(), role, [applicationId]);
      const days = await shop.days(1, admin);
      expect(days).toMatchObject([{ money: null, orders: 1, cards: 1 }]);
      expect(JSON.stringify(days)).not.toContain('3000');
      expect(await admin.get(`/stats/income?applicationId=${applicationId}`)).toMatchObject({ status: 403 });
    }
    const manager = await otherAdmin(await owner(), 'manager', [applicationId]);
    expect(await shop.days(1, manager)).toMatchObject([
      { money: [{ currency: 'CNY', income: 3000, refunded: 0 }] },
    ]);
    const stranger = await otherAdmin(await owner(), 'manager');
    for (const kind of ['days', 'income', 'anomalies']) {
      const path = `/stats/${kind}?applicationId=${applicationId}`;
      expect(await stranger.get(path)).toMatchObject({ status: 404 });
      expect(await new AdminClient(server.url).get(path)).toMatchObject({ status: 401 });
    }
    expect(await stranger.get('/stats/days')).toMatchObject({
      status: 200,
      body: { timeZone: null, days: [] },
    });
    expect(await stranger.get('/stats/income')).toMatchObject({ body: { days: [], groups: [] } });
  });

  it.each([
    ['days', '&days=0'],
    ['days', '&days=401'],
    ['income', '&by=week'],
    ['anomalies', '&days=91'],
    ['days', '&from=1'],
  ])('of %s%s are faults', async (kind, query) => {
    const { applicationId } = await Shop.create();
    const path = `/stats/${kind}?applicationId=${applicationId}${query}`;
    expect(await (await owner()).get(path)).toMatchObject({ status: 400 });
  });

  it('add up all applications of the caller by date', async () => {
    const [one, two] = [await Shop.create('Asia/Shanghai'), await Shop.create('America/New_York')];
    goTo('2026-01-15T20:00:00Z');
    await one.order();
    await two.order();
    const manager = await otherAdmin(await owner(), 'manager', [one.applicationId, two.applicationId]);
    const { body } = await manager.get<DaysAnswer>('/stats/days?days=2');
    expect(body.timeZone).toBeNull();
    expect(body.days).toMatchObject([
      { day: '2026-01-15', orders: 1 },
      { day: '2026-01-16', orders: 1 },
    ]);
  });
});

it('a summary of one day has the figures that a daily digest reports', async () => {
  const shop = await Shop.create('UTC', {
    types: { Days: { duration: { unit: 'days', amount: 4 } } },
    cards: ['C1', { card: 'D1', card_type: 'Days' }],
  });
  const { app, applicationId, channel } = shop;
  await shop.order({ quantity: 3 });
  await shop.refund(await shop.order());
  await app.open('D1', 'D1');
  await app.login('D1', 'none');
  await server.get(UsageWriter).run();
  goTo('2026-01-17T12:00:00Z');
  await server.dataSource.query('UPDATE channels SET low_stock = 5 WHERE id = ?', [channel.id]);
  await server.dataSource.query(
    "UPDATE channel_products SET batch = 'B', low_since = 7 WHERE channel_id = ?",
    [channel.id],
  );
  const figures = server.get(DailyFigures);
  const expected = {
    day: '2026-01-15',
    activations: 1,
    cardsIssued: 4,
    orders: 2,
    refunds: 1,
    money: [{ currency: 'CNY', income: 12_000, refunded: 3000 }],
    expiringSoon: 1,
    refusals: 1,
    refusalsDayBefore: 0,
    trials: 0,
    trialConversions: 0,
    lowStock: [
      {
        applicationId,
        channelId: channel.id,
        channelName: channel.name,
        product: 'Month',
        batch: 'B',
        lowSince: 7,
        available: 0,
        level: 5,
      },
    ],
  };
  await run();
  expect(await figures.of('2026-01-15', [applicationId, applicationId, 99_999])).toEqual(expected);
  expect(await figures.of('2026-01-16', [applicationId])).toMatchObject({
    refusals: 0,
    refusalsDayBefore: 1,
  });
  expect(await figures.of('2026-01-15', [])).toMatchObject({ orders: 0, money: [], lowStock: [] });
});

it('reading the figures of 100,000 orders reads few rows', async () => {
  const shop = await Shop.create();
  await shop.order();
  const { dataSource } = server;
  const digit = `(SELECT 0 AS d ${Array.from({ length: 9 }, (_, i) => `UNION ALL SELECT ${i + 1}`).join(' ')})`;
  const number = 'a.d * 10000 + b.d * 1000 + c.d * 100 + d.d * 10 + e.d';
  // 50 days of 2,000 orders.
  await dataSource.query(
    `INSERT INTO orders (application_id, channel_id, external_no, card_type_id, product, quantity, amount, currency,
       status, body_hash, row_version, created_at, updated_at)
     SELECT o.application_id, o.channel_id, CONCAT('X', ${number}), o.card_type_id, o.product, 1, 10, 'CNY',
       'issued', o.body_hash, 1, o.created_at - ${DAY * 1000} * 50 + (${number}) * 43200, o.updated_at
     FROM orders o CROSS JOIN ${digit} a CROSS JOIN ${digit} b CROSS JOIN ${digit} c CROSS JOIN ${digit} d
       CROSS JOIN ${digit} e WHERE o.application_id = ?`,
    [shop.applicationId],
  );
  await run();
  let orders: number[] = [];
  const statements = await statementsDuring(dataSource, async () => {
    orders = (await shop.days(60)).map((day) => Number(day.orders));
    await shop.income('&days=60');
  });
  expect(orders.reduce((a, b) => a + b)).toBe(100_001);
  const money = await shop.money(60);
  expect(money.reduce((sum, [, income]) => sum + Number(income), 0)).toBe(1_000_000 + 3000);

  const reads = statements.filter(({ sql }) => /FROM `?"?(orders|day_|trials|recharges)/.test(sql));
  expect(reads.length).toBeGreaterThan(4);
  expect(statements.length).toBeLessThan(60);
  for (const { sql, values } of reads) {
    const plan = await dataSource.query<Record<string, string>[]>(
      `EXPLAIN ${isSqlite(dataSource) ? 'QUERY PLAN ' : ''}${sql}`,
      values,
    );
    for (const step of plan) {
      const isScan = isSqlite(dataSource)
        ? step['detail']!.startsWith('SCAN') && !/SCAN (part|.*CONSTANT)/.test(step['detail']!)
        : ['ALL', 'index'].includes(step['type']!) && !String(step['table']).startsWith('<derived');
      expect({ sql, step, isScan }).toMatchObject({ isScan: false });
    }
  }
});
