import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ObjectLiteral } from 'typeorm';
import { UsageWriter, SessionSampler } from '@app/usage';
import { ActivityCount, Card, CardType, isSqlite, Session, SessionSample, User } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { otherAdmin } from '../../support/admin-fixtures.js';
import { CardApplication } from '../../support/card-application.js';
import { statementsDuring } from '../../support/recorded-statements.js';
import { TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface ActivityAnswer {
  timeZone: string;
  points: ({ at: number; refusalsByCode: Record<string, number> } & Record<string, number>)[];
  codes: { code: number; en: string; zh: string; total: number }[];
}
interface SessionAnswer {
  liveNow: number;
  widthMs: number;
  points: { at: number; live: number }[];
}
interface CardAnswer {
  countedAt: number;
  cards: Record<string, number>;
  users: Record<string, number>;
  cardTypes: { cardTypeId: number; applicationId: number; name: string; cards: number; available: number }[];
}
interface ExpiringAnswer {
  timeZone: string;
  days: { at: number; cards: number; users: number }[];
}

describe('statistics in the admin API', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);
  let app: CardApplication;
  let other: CardApplication;
  let applicationId: number;
  let otherId: number;
  beforeEach(async () => {
    const file = { type: { max_sessions: 0, max_devices: 0 } };
    [app, other] = [await CardApplication.create(server, file), await CardApplication.create(server, file)];
    ({ applicationId } = await app.row());
    ({ applicationId: otherId } = await other.row());
  });

  /** Requests statistics, by default of the application. */
  async function ask<T>(kind: string, query: object = {}, as = admin): Promise<T> {
    const answer = await askRaw<T>(kind, { applicationId, ...query }, as);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  }
  function askRaw<T>(kind: string, query: object, as = admin) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    return as.get<T>(`/stats/${kind}?${new URLSearchParams(given as [string, string][]).toString()}`);
  }

  async function insert<T extends ObjectLiteral>(entity: new () => T, rows: T[]): Promise<void> {
    for (let start = 0; start < rows.length; start += 300) {
      const values = rows.slice(start, start + 300);
      await server.dataSource.createQueryBuilder().insert().into(entity).values(values).execute();
    }
  }

  describe('of activity', () => {
    const at = (text: string) => Date.parse(text);
    const counted = (
      time: string,
      event: ActivityCount['event'],
      count: number,
      code = 0,
      ofApplication = applicationId,
    ) => ({ applicationId: ofApplication, hour: Math.floor(at(time) / HOUR), event, code, count });

    it('counts by hour what clients did', async () => {
      const [from, to] = [server.clock.now() - 2 * HOUR, server.clock.now() + HOUR];
      await app.open();
      await app.open('D2');
      await app.login('D1', 'none');
      await server.get(UsageWriter).run();
      const answer = await ask<ActivityAnswer>('activity', { from, to, by: 'hour' });
      const empty = {
        logins: 0,
        activations: 0,
        registrations: 0,
        recharges: 0,
        consumedUses: 0,
        refusals: 0,
        loginRefusals: 0,
        trials: 0,
        trialConversions: 0,
      };
      expect(answer).toEqual({
        by: 'hour',
        timeZone: 'Asia/Shanghai',
        points: [
          { at: from, ...empty, refusalsByCode: { 10218: 0 } },
          { at: from + HOUR, ...empty, refusalsByCode: { 10218: 0 } },
          {
            at: to - HOUR,
            ...empty,
            logins: 2,
            activations: 1,
            refusals: 1,
            loginRefusals: 1,
            refusalsByCode: { 10218: 1 },
          },
        ],
        codes: [
          { code: 10218, en: 'the card does not exist or is used up', zh: '卡密不可用（不存在）', total: 1 },
        ],
      });
    });

    it('adds up days in the time zone of the application, or in the zone of the request', async () => {
      await insert(ActivityCount, [
        counted('2026-01-09T15:00Z', 'login', 1),
        counted('2026-01-09T16:00Z', 'login', 10),
        counted('2026-01-10T00:00Z', 'login', 100),
        counted('2026-01-10T15:00Z', 'login', 1000),
        counted('2026-01-10T16:00Z', 'login', 10_000),
      ]);
      const span = { from: at('2026-01-09T20:00Z'), to: at('2026-01-10T12:00Z') };
      const logins = async (query: object) => {
        const { timeZone, points } = await ask<ActivityAnswer>('activity', { ...span, ...query });
        return [timeZone, ...points.map((point) => [new Date(point.at).toISOString(), point.logins])];
      };
      expect(await logins({})).toEqual(['Asia/Shanghai', ['2026-01-09T16:00:00.000Z', 1110]]);
      expect(await logins({ timeZone: 'UTC', by: 'day' })).toEqual([
        'UTC',
        ['2026-01-09T00:00:00.000Z', 11],
        ['2026-01-10T00:00:00.000Z', 11_100],
      ]);
    });

    it('covers up to 400 days', async () => {
      const [from, to] = [at('2024-11-01T00:00Z'), at('2025-12-06T00:00Z')];
      const hours = Array.from({ length: 400 * 24 }, (_, i) => Math.floor(from / HOUR) + i);
      await insert(
        ActivityCount,
        hours.map((hour, i) => ({
          applicationId,
          hour,
          event: 'refusal' as const,
          code: 10_000 + (i % 7),
          count: i,
        })),
      );
      const { points, codes } = await ask<ActivityAnswer>('activity', { from, to, timeZone: 'UTC' });
      expect(points.length).toBe(400);
      expect(codes.map(({ code }) => code)).toEqual([0, 1, 2, 3, 4, 5, 6].map((i) => 10_000 + i));
      for (const [day, { at, refusals, refusalsByCode }] of points.entries()) {
        expect(at).toBe(from + day * DAY);
        // Hour i has i refusals. Therefore day d has the sum of the 24 consecutive numbers that begin at 24 × d.
        expect(refusals).toBe(24 * 24 * day + (23 * 24) / 2);
        expect(Object.values(refusalsByCode).reduce((a, b) => a + b)).toBe(refusals);
      }
      expect(codes.reduce((sum, { total }) => sum + total, 0)).toBe((9600 * 9599) / 2);
    });

    it('for all applications sums those of the caller, in UTC', async () => {
      await insert(ActivityCount, [
        counted('2026-01-02T23:00Z', 'recharge', 1),
        counted('2026-01-02T23:00Z', 'recharge', 10, 0, otherId),
        counted('2026-01-03T00:00Z', 'recharge', 100, 0, otherId),
      ]);
      const span = { from: at('2026-01-02T00:00Z'), to: at('2026-01-04T00:00Z') };
      const recharges = async (as: AdminClient, ofApplication?: number) => {
        const answer = await ask<ActivityAnswer>('activity', { ...span, applicationId: ofApplication }, as);
        return [answer.timeZone, ...answer.points.map((point) => point.recharges)];
      };
      expect(await recharges(admin)).toEqual(['UTC', 11, 100]);
      const viewer = await otherAdmin(admin, 'viewer', [otherId]);
      expect(await recharges(viewer)).toEqual(['UTC', 10, 100]);
      expect(await recharges(viewer, otherId)).toEqual(['Asia/Shanghai', 0, 110, 0]);
      expect(await recharges(await otherAdmin(admin, 'viewer'))).toEqual(['UTC', 0, 0]);
    });

    it.each([
      ['no bounds', { from: undefined, to: undefined }, ['from', 'to']],
      ['words for numbers', { from: 'today', to: '1e13' }, ['from', 'to']],
      ['an end that is not later', { to: 0 }, ['to']],
      ['401 days', { to: 400 * DAY + 1 }, ['to']],
      ['32 days by the hour', { by: 'hour', to: 31 * DAY + 1 }, ['to']],
      ['another length', { by: 'week' }, ['by']],
      ['an unknown zone', { timeZone: 'Moon/Crater' }, ['timeZone']],
      ['an unknown field', { zone: 'UTC' }, ['zone']],
    ])('refuses %s', async (_, query, fields) => {
      const answer = await askRaw<{ errors: object }>('activity', { from: 0, to: 1, ...query });
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.errors)).toEqual(fields);
    });

    it.each([
      { from: 0, to: 400 * DAY },
      { from: 0, to: 31 * DAY, by: 'hour' },
      { from: 253_402_300_798_999, to: 253_402_300_799_000 },
    ])('takes %j', async (query) => {
      expect(await askRaw('activity', query)).toMatchObject({ status: 200 });
    });
  });

  describe('of sessions', () => {
    it('returns past and current counts', async () => {
      const { clock } = server;
      await app.open('D1');
      const token = await app.open('D2');
      await other.open();
      await server.get(SessionSampler).run();
      await app.logout(token);
      clock.advance(300);
      await app.open('D3');
      await server.get(SessionSampler).run();
      clock.advance(1200);
      const span = { from: clock.now() - HOUR, to: clock.now() };
      const one = await ask<SessionAnswer>('sessions', span);
      expect(one).toMatchObject({ liveNow: 2, widthMs: 10 * MINUTE });
      const lived = ({ points }: SessionAnswer) => points.map(({ live }) => live).toSorted((a, b) => a - b);
      expect(lived(one)).toEqual([0, 0, 0, 0, 0, 2]);
      const viewer = await otherAdmin(admin, 'viewer', [applicationId, otherId]);
      const both = await ask<SessionAnswer>('sessions', { ...span, applicationId: undefined }, viewer);
      expect(both.liveNow).toBe(3);
      expect(lived(both)).toEqual([0, 0, 0, 0, 0, 3]);
    });

    it('reduces long spans to the maximum of each bucket', async () => {
      const to = server.clock.now();
      const from = to - 400 * DAY;
      const first = Math.floor(from / MINUTE);
      const minutes = Array.from({ length: 400 * 24 }, (_, i) => first + i * 60);
      const samples = (id: number, factor: number) =>
        minutes.map((minute, i) => ({ applicationId: id, minute, live: (i % 1000) * factor }));
      await insert(SessionSample, [...samples(applicationId, 1), ...samples(otherId, 2)]);
      const viewer = await otherAdmin(admin, 'viewer', [applicationId, otherId]);
      for (const [id, factor] of [
        [applicationId, 1],
        [otherId, 2],
        [undefined, 3],
      ] as const) {
        const { points, widthMs } = await ask<SessionAnswer>(
          'sessions',
          { from, to, applicationId: id },
          viewer,
        );
        expect(points.length).toBeLessThanOrEqual(501);
        expect(points.length).toBeGreaterThan(480);
        for (const { at, live } of points) {
          const inside = minutes.flatMap((minute, i) =>
            minute * MINUTE >= at && minute * MINUTE < at + widthMs ? [(i % 1000) * factor] : [],
          );
          expect(live).toBe(Math.max(0, ...inside));
        }
      }
    });

    it('refuses a span that is too long', async () => {
      expect(await askRaw('sessions', { from: 0, to: 400 * DAY + 1 })).toMatchObject({ status: 400 });
      expect(await askRaw('sessions', { from: 1, to: 1 })).toMatchObject({ status: 400 });
    });
  });

  describe('of cards', () => {
    const types = () => server.dataSource.getRepository(CardType).findBy({ applicationId });
    const DIGIT = `(SELECT 0 AS d ${Array.from({ length: 9 }, (_, i) => `UNION ALL SELECT ${i + 1}`).join(' ')})`;

    /** Creates at most 100,000 copies of a card, with different keys and these columns. */
    async function copy(number: number, name: string, changes: Record<string, string | number | null>) {
      const { id } = await app.row();
      const columns = server.dataSource
        .getMetadata(Card)
        .columns.map(({ databaseName }) => databaseName)
        .filter((column) => column !== 'id');
      const values = columns.map((column) => {
        if (column === 'card') return `CONCAT('${name}', a.d, b.d, c.d, d.d, e.d)`;
        return column in changes ? '?' : `row_.${column}`;
      });
      await server.dataSource.query(
        `INSERT INTO cards (${columns.join(', ')}) SELECT ${values.join(', ')} FROM cards row_
         CROSS JOIN ${DIGIT} a CROSS JOIN ${DIGIT} b CROSS JOIN ${DIGIT} c CROSS JOIN ${DIGIT} d CROSS JOIN ${DIGIT} e
         WHERE row_.id = ? LIMIT ${number}`,
        [...columns.flatMap((column) => (column in changes ? [changes[column]] : [])), id],
      );
    }

    it('counts cards by state and by type, and users by state', async () => {
      const users = await UserApplication.withAlice(server, {
        type: { max_sessions: 0, max_devices: 0 },
        types: {
          Long: { duration: { unit: 'permanent' } },
          Short: { duration: { unit: 'minutes', amount: 1 } },
          None: {},
        },
        cards: [
          'C1',
          'C2',
          'C3',
          'C4',
          'C5',
          ...['L1', 'L2', 'L3'].map((card) => ({ card, card_type: 'Long' })),
          ...['S1', 'S2'].map((card) => ({ card, card_type: 'Short' })),
        ],
      });
      const app = users.ofCards;
      for (const [username, card] of [
        ['bob', 'C2'],
        ['carol', 'L1'],
        ['dan', 'S1'],
      ] as const)
        expect(await users.register({ username, card })).toMatchObject({ code: 0 });
      for (const card of ['C3', 'L2', 'S2']) await app.open('D1', card);
      await app.change({ frozen: true }, 'C3');
      await app.change({ frozen: true }, 'C4');
      await users.change({ frozen: true }, 'bob');
      server.clock.advance(60);
      const { applicationId: id } = await app.row();
      const answer = await ask<CardAnswer>('cards', { applicationId: id });
      expect(answer).toEqual({
        countedAt: server.clock.now(),
        cards: { unused: 2, active: 1, expired: 1, frozen: 2, consumed: 4 },
        users: { unused: 0, active: 2, expired: 1, frozen: 1 },
        cardTypes: [
          { cardTypeId: expect.any(Number), applicationId: id, name: 'Type', cards: 5, available: 1 },
          { cardTypeId: expect.any(Number), applicationId: id, name: 'Long', cards: 3, available: 1 },
          { cardTypeId: expect.any(Number), applicationId: id, name: 'Short', cards: 2, available: 0 },
          { cardTypeId: expect.any(Number), applicationId: id, name: 'None', cards: 0, available: 0 },
        ],
      });
      // The states are the same as in the card list.
      for (const [state, number] of Object.entries(answer.cards)) {
        const list = await admin.list('/cards', { filter: { applicationId: id, state } });
        expect({ state, number: list.body.length }).toEqual({ state, number });
      }
      for (const [state, number] of Object.entries(answer.users)) {
        const list = await admin.list('/users', { filter: { applicationId: id, state } });
        expect({ state, number: list.body.length }).toEqual({ state, number });
      }
    });

    it('counts at most once a minute', async () => {
      const countedAt = server.clock.now();
      expect(await ask<CardAnswer>('cards')).toMatchObject({ countedAt, cards: { unused: 1, active: 0 } });
      await app.open();
      server.clock.advance(59);
      expect(await ask<CardAnswer>('cards')).toMatchObject({ countedAt, cards: { unused: 1, active: 0 } });
      server.clock.advance(1);
      expect(await ask<CardAnswer>('cards')).toMatchObject({
        countedAt: countedAt + MINUTE,
        cards: { unused: 0, active: 1 },
      });
    });

    it('counts once for concurrent requests', async () => {
      const { dataSource } = server;
      const query = dataSource.query.bind(dataSource);
      let counts = 0;
      dataSource.query = (sql: string, values?: unknown[]) => {
        if (sql.includes('ix_cards_card_type')) counts++;
        return query(sql, values);
      };
      try {
        const answers = await Promise.all(Array.from({ length: 20 }, () => ask<CardAnswer>('cards')));
        for (const answer of answers) expect(answer).toEqual(answers[0]);
        expect(counts).toBe((await types()).length);
      } finally {
        dataSource.query = query;
      }
    });

    it('for all applications sums those of the caller, and returns the time of the oldest count', async () => {
      const countedAt = server.clock.now();
      await ask<CardAnswer>('cards', { applicationId: otherId });
      server.clock.advance(30);
      const viewer = await otherAdmin(admin, 'viewer', [applicationId, otherId]);
      const answer = await ask<CardAnswer>('cards', { applicationId: undefined }, viewer);
      expect(answer).toMatchObject({ countedAt, cards: { unused: 2 } });
      expect(answer.cardTypes.map((type) => type.applicationId)).toEqual([applicationId, otherId]);
    });

    it('counts exactly if there are more cards than fit into a batch, and many have the same expiry', async () => {
      const [expired, later] = [server.clock.now() - 1, server.clock.now() + DAY];
      await copy(12_345, 'A', { status: 'unused', expires_at: null });
      await copy(10_000, 'B', { status: 'activated', expires_at: null });
      await copy(10_001, 'C', { status: 'activated', expires_at: expired });
      await copy(5000, 'D', { status: 'activated', expires_at: later });
      await copy(9000, 'E', { status: 'activated', expires_at: later + 1 });
      await copy(9, 'F', { status: 'activated', expires_at: later + 2 });
      await copy(10_002, 'G', { status: 'unused', expires_at: null, issued_at: later });
      const answer = await ask<CardAnswer>('cards');
      expect(answer.cards).toEqual({
        unused: 12_346 + 10_002,
        active: 10_000 + 5000 + 9000 + 9,
        expired: 10_001,
        frozen: 0,
        consumed: 0,
      });
      expect(answer.cardTypes.map(({ cards, available }) => [cards, available])).toEqual([
        [46_356 + 10_002, 12_346],
      ]);
    });

    it('reads each batch in the order of an index', async () => {
      const { dataSource } = server;
      const statements = await statementsDuring(dataSource, () => ask('cards'));
      const reads = statements.filter(({ sql }) => /COUNT\(\*\)[^]* ORDER BY/.test(sql));
      expect(reads.length).toBeGreaterThan(10);
      for (const { sql, values } of reads) {
        const explain = isSqlite(dataSource) ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
        const plan = await dataSource.query<Record<string, string>[]>(`${explain} ${sql}`, values);
        const sorts = plan.filter(
          ({ detail, table, Extra }) =>
            /TEMP B-TREE FOR (LAST TERM OF )?ORDER BY/.test(String(detail)) ||
            (/filesort/.test(String(Extra)) && !String(table).startsWith('<derived')),
        );
        expect({ sql, sorts }).toEqual({ sql, sorts: [] });
      }
    });
  });

  describe('of what expires', () => {
    it('counts by day, without frozen cards', async () => {
      const zone = { time_zone: 'Asia/Shanghai' };
      const minutes = (amount: number) => ({ duration: { unit: 'minutes', amount } });
      // Moves the clock to a whole minute, since durations are in minutes.
      server.clock.advance(60 - ((server.clock.now() / 1000) % 60));
      const now = server.clock.now();
      const untilMidnight = Math.ceil((now + 8 * HOUR) / DAY) * DAY - 8 * HOUR - now;
      const [today, tomorrow] = [untilMidnight / MINUTE - 1, untilMidnight / MINUTE];
      const users = await UserApplication.create(server, {
        settings: zone,
        types: {
          Today: minutes(today),
          Tomorrow: minutes(tomorrow),
          Week: minutes(tomorrow + 7 * 1440),
          Gone: minutes(1),
        },
        cards: ['Today', 'Tomorrow', 'Week', 'Gone'].flatMap((type) =>
          ['A', 'B', 'C', 'D'].map((letter) => ({ card: `${type}-${letter}`, card_type: type })),
        ),
      });
      const { ofCards } = users;
      for (const type of ['Today', 'Tomorrow', 'Week', 'Gone']) {
        await ofCards.open('D1', `${type}-A`);
        await ofCards.open('D1', `${type}-B`);
        expect(await users.register({ username: type, card: `${type}-C` })).toMatchObject({ code: 0 });
      }
      await ofCards.change({ card_type: 'Tomorrow', frozen: true }, 'Tomorrow-B');
      server.clock.advance(60);
      const { applicationId: id } = await ofCards.row('Gone-D');
      const midnight = now + untilMidnight;
      expect(await ask<ExpiringAnswer>('expiring', { applicationId: id, days: 3 })).toEqual({
        timeZone: 'Asia/Shanghai',
        days: [
          { at: midnight - DAY, cards: 2, users: 1 },
          { at: midnight, cards: 1, users: 1 },
          { at: midnight + DAY, cards: 0, users: 0 },
        ],
      });
      const week = await ask<ExpiringAnswer>('expiring', { applicationId: id });
      expect(week.days.map(({ cards }) => cards)).toEqual([2, 1, 0, 0, 0, 0, 0]);
      const longer = await ask<ExpiringAnswer>('expiring', { applicationId: id, days: 60 });
      const rest = Array.from({ length: 51 }, () => 0);
      expect(longer.days.map(({ cards, users }) => cards + users)).toEqual(
        [3, 2, 0, 0, 0, 0, 0, 0, 3].concat(rest),
      );
      const inTokyo = await ask<ExpiringAnswer>('expiring', {
        applicationId: id,
        days: 2,
        timeZone: 'Asia/Tokyo',
      });
      expect(inTokyo.days.map(({ cards }) => cards)).toEqual([0, 3]);
    });

    it.each([0, 61, 'x'])('refuses %s days', async (days) => {
      expect(await askRaw('expiring', { days })).toMatchObject({
        status: 400,
        body: { errors: { days: expect.anything() } },
      });
    });
  });

  it('show no foreign records', async () => {
    const span = `from=0&to=1`;
    const stranger = await otherAdmin(admin, 'manager', [otherId]);
    for (const kind of ['activity', 'sessions', 'cards', 'expiring']) {
      const query = kind === 'activity' || kind === 'sessions' ? span : '';
      const path = `/stats/${kind}?applicationId=${applicationId}&${query}`;
      expect(await stranger.get(path)).toMatchObject({ status: 404 });
      expect(await new AdminClient(server.url).get(path)).toMatchObject({ status: 401 });
      expect(await admin.get(`/stats/${kind}?applicationId=99999&${query}`)).toMatchObject({ status: 404 });
    }
  });

  it('are empty for a caller without applications', async () => {
    const nobody = await otherAdmin(admin, 'viewer');
    const span = { from: 0, to: 1, applicationId: undefined };
    expect(await ask<ActivityAnswer>('activity', span, nobody)).toMatchObject({ codes: [] });
    expect(await ask<SessionAnswer>('sessions', span, nobody)).toMatchObject({ liveNow: 0 });
    const { cardTypes, countedAt } = await ask<CardAnswer>('cards', { applicationId: undefined }, nobody);
    expect({ cardTypes, countedAt }).toEqual({ cardTypes: [], countedAt: server.clock.now() });
    const { days } = await ask<ExpiringAnswer>('expiring', { applicationId: undefined }, nobody);
    expect(days.every(({ cards, users }) => cards + users === 0)).toBe(true);
    expect(await server.dataSource.getRepository(Session).count()).toBeGreaterThan(0);
    expect(await server.dataSource.getRepository(User).count()).toBeGreaterThan(0);
  });
});
