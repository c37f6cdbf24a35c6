import { beforeAll, describe, expect, it } from '@jest/globals';
import { UsageWriter } from '@app/usage';
import {
  ActivityCount,
  DataUsage,
  Device,
  FunctionCallRecord,
  MIGRATIONS,
  Refusal,
  RemoteData,
  schemaAt,
  Session,
  User,
} from '@app/database';
import { CardApplication } from '../../support/card-application.js';
import { FunctionCallLog } from '@app/remote';
import { codes } from '../../support/race.js';
import { REAL_COST, TestServer } from '../../support/test-server.js';

const FLOOD = 120;
/**
 * Number of concurrent requests. It is small because they wait for the same card; on a busy MySQL more would get 503.
 */
const AT_ONCE = 5;

/** Settings with the smallest possible limits. */
const BOUNDS = {
  QUOTA_APPLICATION_KEYS: '7',
  QUOTA_CARD_KEYS: '3',
  QUOTA_DEVICES: '10',
  QUOTA_SESSIONS: '10',
  SESSIONS_KEPT: '10',
  REFUSALS_PER_HOUR: '50',
  LIMIT_WRONG_GUESSES: '0',
  LIMIT_REFUSED_REQUESTS: '0',
};

/** The tables to which client requests write rows. Each has a test here. */
const GROWN = new Set([
  'activity_counts',
  'data_usage',
  'devices',
  'function_calls',
  'refusals',
  'remote_data',
  'sessions',
  'users',
]);

describe('a flood by one client through the client API', () => {
  const server = TestServer.forSuite(BOUNDS, REAL_COST);
  beforeAll(async () => {
    server.stopScheduledJobs();
  });

  const application = (type = {}, settings = {}) => CardApplication.create(server, { type, settings });
  const rows = async (app: CardApplication, entity: new () => object) => {
    const { applicationId } = await app.row();
    return server.dataSource.manager.countBy(entity, { applicationId });
  };
  /** Sends the requests of a flood, a limited number concurrently. */
  const flood = async <T>(send: (i: number) => Promise<T>): Promise<T[]> => {
    const answers: T[] = [];
    for (let i = 0; i < FLOOD; i += AT_ONCE)
      answers.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, j) => send(i + j)))));
    return answers;
  };

  it('devices: 10217 beyond the quota of a card without a limit', async () => {
    const app = await application({ max_devices: 0, max_sessions: 1 }, { multi_open_policy: 'kick_oldest' });
    expect(await codes(flood((i) => app.login(`D${i}`)))).toEqual({ 0: 10, 10217: FLOOD - 10 });
    expect(await rows(app, Device)).toBe(10);
  });

  it('open sessions: 10213 beyond the quota of a card without a limit; one of the same device makes room', async () => {
    const app = await application({ max_devices: 0, max_sessions: 0 });
    for (let i = 0; i < 10; i++) await app.open(`D${i}`);
    const { id } = await app.row();
    await server.dataSource.manager.delete(Device, { holderId: id, deviceId: 'D0' });
    expect(await app.login('new')).toMatchObject({ code: 10213 });
    expect(await app.login('D1')).toMatchObject({ code: 0 });
    expect((await app.sessions()).filter(({ endedAt }) => endedAt === null)).toHaveLength(10);
  });

  it('open sessions: the oldest ones end if the policy is kick_oldest', async () => {
    const app = await application({ max_devices: 0, max_sessions: 0 }, { multi_open_policy: 'kick_oldest' });
    expect(await codes(flood((i) => app.login(`D${i % 10}`)))).toEqual({ 0: FLOOD });
    expect((await app.sessions()).filter(({ endedAt }) => endedAt === null)).toHaveLength(10);
  });

  it('ended sessions: the latest ones stay', async () => {
    const app = await application();
    const at = server.clock.now();
    const times = (i: number) => ({ lastSeenAt: at - i, endedAt: at - i, endReason: 'logout' }) as const;
    await app.addSessions(FLOOD, times);
    // Each login in the loop ends the session of the previous login. If the first login already deletes old ended
    // sessions, the loop ends at once.
    let latest = await app.open();
    const ended = async () => (await app.sessions()).filter(({ endedAt }) => endedAt !== null);
    // One login in sixteen, chosen at random, deletes old ended sessions, so a thousand logins always include such a
    // login.
    for (let i = 0; i < 1000 && (await ended()).length > 10; i++) {
      server.clock.advance(1);
      latest = await app.open();
    }
    const kept = await ended();
    expect(kept).toHaveLength(10);
    expect(Math.max(...kept.map(({ endedAt }) => endedAt!))).toBe(server.clock.now());
    expect(await app.lives(latest)).toBe(true);
  });

  it('remote data: 10523 beyond the quota', async () => {
    const app = await application();
    const create = (scope: object) => (i: number) =>
      app.client.post(`/remote/data/k${i}`, { action: 'create', value: 'x', ...scope });
    expect(await codes(flood(create({})))).toEqual({ 0: 7, 10523: FLOOD - 7 });
    expect(await codes(flood(create({ scope: 'card', kami: 'C1' })))).toEqual({ 0: 3, 10523: FLOOD - 3 });
    expect(await rows(app, RemoteData)).toBe(10);
    expect(await rows(app, DataUsage)).toBe(2);
  });

  it('refusals: a limited number per hour is stored, and all are counted', async () => {
    const app = await application();
    const other = await application();
    await flood((i) => app.login('D1', `NONE${i}`));
    await other.login('D1', 'NONE');
    await server.get(UsageWriter).run();
    expect(await rows(app, Refusal)).toBe(5);
    expect(await rows(other, Refusal)).toBe(1);
    const { applicationId } = await app.row();
    const counted = await server.dataSource.manager.findBy(ActivityCount, { applicationId, code: 10218 });
    expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(FLOOD);
    server.clock.advance(3600);
    await app.login('D1', 'LATER');
    await server.get(UsageWriter).run();
    expect(await rows(app, Refusal)).toBe(6);
  });

  it('counts: a row for each hour and code, whatever is sent', async () => {
    const app = await application();
    await flood((i) => app.client.post('/card/login', { card: `NONE${i}`, device_id: `D${i}` }));
    await flood((i) => app.client.post(`/card/login`, { card: `C${i}`, device_id: '' }));
    await flood((i) => app.client.get(`/remote/variables/v${i}`));
    await server.get(UsageWriter).run();
    // A row for each of three codes, and one for refused logins.
    expect(await rows(app, ActivityCount)).toBe(4);
  });

  it('function calls: the latest of each outcome', async () => {
    const app = await application(
      {},
      {
        functions: [{ name: 'f', source: 'function f(x) { if (x) throw new Error(x); return 1 }' }],
      },
    );
    for (let round = 0; round < 3; round++) {
      await flood((i) => app.client.post('/remote/functions/f/call', { params: i % 2 ? '[1]' : '[]' }));
      await server.get(FunctionCallLog).run();
    }
    expect(await rows(app, FunctionCallRecord)).toBeLessThanOrEqual(200);
    await app.client.post('/remote/functions/none/call');
    expect(await rows(app, FunctionCallRecord)).toBeLessThanOrEqual(200);
  });

  it('users: one per card, for any number of registrations', async () => {
    const app = await application();
    const registered = await codes(
      flood((i) =>
        app.client.post('/user/register', {
          username: `u${i}`,
          password: 'secret1',
          card: 'C1',
          device_id: 'D1',
        }),
      ),
    );
    expect(registered[0]).toBe(1);
    expect(await rows(app, User)).toBe(1);
  });

  it('every other table: not a row', async () => {
    const app = await application();
    const others = (await schemaAt(MIGRATIONS.length))
      .map(({ name }) => name)
      .filter((name) => !GROWN.has(name));
    const count = () =>
      Promise.all(
        others.map(async (name) => [
          name,
          Number((await server.dataSource.query(`SELECT COUNT(*) AS count FROM ${name}`))[0].count),
        ]),
      );
    const before = await count();
    await flood((i) => app.login(`D${i}`, i % 2 ? 'C1' : 'NONE'));
    await flood((i) => app.client.post('/card/config', { card: 'C1', config: `{"i":${i}}` }));
    await flood((i) => app.client.post(`/remote/data/k${i}`, { action: 'create', value: 'x' }));
    await flood((i) => app.client.post('/card/recharge', { card: 'C1', use_card: `NONE${i}` }));
    await flood((i) => app.client.post('/remote/functions/f/call', { params: `[${i}]` }));
    await flood((i) =>
      app.client.post('/user/login', { username: `u${i}`, password: 'secret1', device_id: 'D' }),
    );
    expect(await count()).toEqual(before);
  });

  it('sessions: open and ended ones together do not exceed the sum of both limits', async () => {
    const app = await application({ max_devices: 0, max_sessions: 0 }, { multi_open_policy: 'kick_oldest' });
    await flood((i) => app.login(`D${i % 10}`));
    // One login in sixteen, chosen at random, deletes old ended sessions, so a thousand logins always include such a
    // login.
    for (let i = 0; i < 1000 && (await rows(app, Session)) > 10 + 10; i++) await app.login(`D${i % 10}`);
    expect(await rows(app, Session)).toBe(10 + 10);
  });
});
