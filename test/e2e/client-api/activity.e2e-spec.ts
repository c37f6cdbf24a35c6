import { describe, expect, it } from '@jest/globals';
import { SessionSampler, UsageLog, UsagePurgeJob, UsageWriter } from '@app/usage';
import { ActivityCount, Application, Card, Refusal, SessionSample } from '@app/database';
import { CardApplication, type CardApplicationFile } from '../../support/card-application.js';
import { withFailingCommits } from '../../support/failing-commits.js';
import type { Parameters, SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

const HOUR = 3600;
const DAY = 86_400;
const TOKEN = 'x'.repeat(20);
const WRONG_SIGN = 'f'.repeat(32);

describe('usage counts of the client API', () => {
  const server = TestServer.forSuite();

  const create = (file?: CardApplicationFile) => CardApplication.create(server, file);
  const write = (on = server) => on.get(UsageWriter).run();
  const hourNow = () => Math.floor(server.clock.now() / 1000 / HOUR);

  const idOf = async (client: SignedClient, on = server) => (await on.applicationOf(client)).id;

  const countRows = async (client: SignedClient, on = server) =>
    on.dataSource.getRepository(ActivityCount).findBy({ applicationId: await idOf(client, on) });

  /** Saves the counts, and returns those of an hour by event and code, such as `login` or `refusal 10218`. */
  async function counts(client: SignedClient, hour = hourNow()): Promise<Record<string, number>> {
    await write();
    const rows = (await countRows(client)).filter((row) => row.hour === hour);
    return Object.fromEntries(
      rows.map(({ event, code, count }) => [event === 'refusal' ? `${event} ${code}` : event, count]),
    );
  }

  /** The refusals that were kept, oldest first. */
  async function refusals(client: SignedClient, on = server) {
    await write(on);
    const where = { applicationId: await idOf(client, on) };
    const select = {
      at: true,
      endpoint: true,
      code: true,
      name: true,
      deviceId: true,
      ip: true,
      version: true,
    };
    return on.dataSource.getRepository(Refusal).find({ select, where, order: { id: 'ASC' } });
  }

  describe('counts', () => {
    it('logins, and the first login of a card also as its activation, but no heartbeats', async () => {
      const app = await create({ cards: ['C1', 'C2'], type: { max_sessions: 0 } });
      for (const card of ['C1', 'C1', 'C2']) await app.heartbeat(await app.open('D1', card), card);
      expect(await counts(app.client)).toEqual({ login: 3, activation: 2 });
    });

    it('registrations, logins of users and recharges of both kinds', async () => {
      const app = await UserApplication.withAlice(server, { cards: ['C1', 'C2', 'C3', 'C4'] });
      await app.open();
      expect(await app.recharge('C2')).toMatchObject({ code: 0 });
      await app.ofCards.open('D1', 'C3');
      expect(await app.ofCards.recharge('C4', 'C3')).toMatchObject({ code: 0 });
      expect(await counts(app.ofCards.client)).toEqual({
        registration: 1,
        login: 2,
        activation: 1,
        recharge: 2,
      });
    });

    it('refusals by code, for any endpoint', async () => {
      const { client } = await create();
      for (let i = 0; i < 3; i++) await client.post('/card/login', { card: 'none', device_id: `D${i}` });
      await client.get('/card/config', { card: 'none' });
      await client.get('/remote/data/none');
      await client.get('/remote/data/%20');
      expect(await counts(client)).toEqual({
        'refusal 10218': 4,
        login_refusal: 3,
        'refusal 10521': 1,
        'refusal 400': 1,
      });
    });

    it('by the hour', async () => {
      const { client } = await create();
      const login = () => client.post('/card/login', { card: 'C1', device_id: 'D1' });
      server.clock.advance(HOUR - ((server.clock.now() / 1000) % HOUR) - 1);
      const hour = hourNow();
      await login();
      server.clock.advance(1);
      expect(hourNow()).toBe(hour + 1);
      await login();
      await login();
      expect(await counts(client, hour)).toEqual({ login: 1, activation: 1 });
      expect(await counts(client, hour + 1)).toEqual({ login: 2 });
    });

    it('loses no count of parallel requests while counts are saved', async () => {
      const { client } = await create({ type: { max_sessions: 0, max_devices: 0 } });
      const requests = Array.from({ length: 60 }, async (_, i) => {
        const card = i % 3 === 0 ? 'none' : 'C1';
        const answer = await client.post('/card/login', { card, device_id: `D${i}` });
        await write();
        return answer.code;
      });
      const answered = await Promise.all(requests);
      expect(answered.filter((code) => code === 0).length).toBe(40);
      expect(await counts(client)).toEqual({
        login: 40,
        activation: 1,
        'refusal 10218': 20,
        login_refusal: 20,
      });
      expect((await refusals(client)).length).toBe(20);
    });

    it('nothing for an unknown application, nor server faults', async () => {
      const before = await server.dataSource.getRepository(ActivityCount).count();
      const { client } = await create();
      await client.post('/card/login', { card: 'C1', device_id: 'D1', app_key: 'unknown' });
      await client.get('/no/such/path');
      await client.request('POST', '/card/login', 'x', { 'content-type': 'text/plain' });
      await write();
      expect(await server.dataSource.getRepository(ActivityCount).count()).toBe(before);
    });
  });

  describe('refusals', () => {
    it('are stored with their search fields', async () => {
      const { client } = await create();
      const at = server.clock.now();
      await client.post('/card/login', { card: 'none', device_id: '设备 1' });
      expect(await refusals(client)).toEqual([
        {
          at,
          endpoint: 'card/login',
          code: 10218,
          name: 'none',
          deviceId: '设备 1',
          ip: '127.0.0.1',
          version: null,
        },
      ]);
    });

    it('have the version of the client, if it sends one', async () => {
      const { client } = await create();
      const heartbeat = { card: 'C1', token: TOKEN };
      await client.post('/card/heartbeat', { ...heartbeat, version: '2.1.0' });
      await client.post('/card/login', { card: 'none', device_id: 'D', version: '' });
      await client.post('/user/heartbeat', { username: 'bob', token: TOKEN, version: 'v'.repeat(300) });
      expect((await refusals(client)).map(({ version }) => version)).toEqual(['2.1.0', null, 'v'.repeat(64)]);
    });

    it.each<[string, Parameters, code: number, name: string]>([
      ['card/login', { card: 'none', device_id: 'D' }, 10218, 'none'],
      ['card/heartbeat', { card: 'C1', token: TOKEN }, 10214, 'C1'],
      ['card/recharge', { card: 'none', use_card: 'C1' }, 10218, 'none'],
      ['card/unbind-device', { card: 'none', device_id: 'D', token: TOKEN }, 10218, 'none'],
      ['card/unbind-password', { card: 'none', password: '123456', token: TOKEN }, 10218, 'none'],
      ['card/unbind-by-password', { card: 'C1', password: '123456' }, 10254, 'C1'],
      ['user/register', { username: 'bob', password: '123456', card: 'none', device_id: 'D' }, 10240, 'bob'],
      ['user/login', { username: 'bob', password: '123456', device_id: 'D' }, 10243, 'bob'],
      ['user/heartbeat', { username: 'bob', token: TOKEN }, 10214, 'bob'],
      ['user/recharge', { username: 'bob', card: 'C1' }, 10243, 'bob'],
      ['user/unbind-device', { username: 'bob', device_id: 'D', token: TOKEN }, 10243, 'bob'],
    ])('of %s are kept', async (endpoint, parameters, code, name) => {
      const { client } = await create();
      expect(await client.post(`/${endpoint}`, parameters)).toMatchObject({ code });
      const deviceId = parameters.device_id ?? null;
      expect(await refusals(client)).toMatchObject([{ endpoint, code, name, deviceId }]);
    });

    it('of other endpoints are only counted', async () => {
      const { client } = await create();
      await client.post('/card/logout', { card: 'C1', token: TOKEN });
      await client.get('/user/config', { username: 'bob' });
      await client.get('/remote/variables/none');
      expect(await counts(client)).toEqual({ 'refusal 10214': 1, 'refusal 10243': 1, 'refusal 10501': 1 });
      expect(await refusals(client)).toEqual([]);
    });

    it("have the endpoint's name, however the path is written", async () => {
      const { client } = await create();
      const answer = await client.post('/Card/LOGIN/', { card: 'none', device_id: 'D' });
      expect(answer).toMatchObject({ code: 10218 });
      expect(await refusals(client)).toMatchObject([{ endpoint: 'card/login' }]);
    });

    it('without the right signature are only counted', async () => {
      const { client } = await create();
      const login = { card: 'C1', device_id: 'D1' };
      await client.post('/card/login', { ...login, sign: WRONG_SIGN });
      await client.post('/card/login', { ...login, timestamp: 1 });
      await client.post('/card/login', { ...login, nonce: '' });
      expect(await counts(client)).toEqual({ 'refusal 10010': 1, 'refusal 10011': 1, 'refusal 400': 1 });
      expect(await refusals(client)).toEqual([]);
    });

    it('of wrong parameters are kept, with their texts cut to the length of the columns', async () => {
      const { client } = await create();
      await client.post('/card/login', { card: `x${'钥🔑'.repeat(100)}`, device_id: 'D'.repeat(5000) });
      await client.post('/card/login', { card: '', device_id: '' });
      expect(await refusals(client)).toMatchObject([
        { code: 400, name: `x${'钥🔑'.repeat(31)}钥`, deviceId: 'D'.repeat(128) },
        { code: 400, name: null, deviceId: null },
      ]);
      expect(await counts(client)).toEqual({ 'refusal 400': 2, login_refusal: 2 });
    });

    it('with HTTP 429 are kept', async () => {
      const { client } = await create();
      const guess = () => client.post('/card/unbind-by-password', { card: 'C1', password: '123456' });
      for (let i = 0; i < 5; i++) expect(await guess()).toMatchObject({ code: 10254 });
      expect(await guess()).toMatchObject({ status: 429 });
      expect(await counts(client)).toEqual({ 'refusal 10254': 5, 'refusal 429': 1 });
      expect(await refusals(client)).toMatchObject([{ code: 10254 }, { code: 429, name: 'C1' }]);
    });

    it('that repeat are recorded once a minute and all counted', async () => {
      const { client } = await create();
      const login = (card: string, device_id = 'D1') => client.post('/card/login', { card, device_id });
      for (const seconds of [0, 30, 29, 1, 59]) {
        server.clock.advance(seconds);
        await client.post('/card/heartbeat', { card: 'C1', token: TOKEN });
        await login('none');
      }
      await login('other');
      await login('none', 'D2');
      expect(
        (await refusals(client)).map(({ endpoint, name, deviceId }) => [endpoint, name, deviceId]),
      ).toEqual([
        ['card/heartbeat', 'C1', null],
        ['card/login', 'none', 'D1'],
        ['card/heartbeat', 'C1', null],
        ['card/login', 'none', 'D1'],
        ['card/login', 'other', 'D1'],
        ['card/login', 'none', 'D2'],
      ]);
      expect(await counts(client)).toEqual({ 'refusal 10214': 5, 'refusal 10218': 7, login_refusal: 7 });
    });
  });

  describe('UsageWriter', () => {
    it('keeps all events while the database fails, and later saves each of them once', async () => {
      server.stopScheduledJobs(); // Scheduled runs would save, too.
      const { client } = await create();
      const login = (card: string) => client.post('/card/login', { card, device_id: 'D1' });
      await login('C1');
      await write();
      await login('C1');
      await login('none');
      await withFailingCommits(server.dataSource, () => expect(write()).rejects.toThrow('no commit now'));
      const written = (await countRows(client)).map(({ event, count }) => [event, count]);
      expect(written).toEqual([
        ['activation', 1],
        ['login', 1],
      ]);
      await login('C1');
      expect(await counts(client)).toEqual({
        activation: 1,
        login: 3,
        'refusal 10218': 1,
        login_refusal: 1,
      });
      expect(await refusals(client)).toMatchObject([{ name: 'none' }]);
    });

    it('counts at most as many as the column can hold, and saves everything else', async () => {
      const { client } = await create();
      const applicationId = await idOf(client);
      const consume = (uses: number, hour: number) =>
        server.get(UsageLog).count(applicationId, 'consumption', hour * HOUR * 1000, 0, uses);
      const hour = hourNow();
      for (const uses of [2_000_000_000, 147_483_646, 2]) {
        consume(uses, hour);
        await write();
      }
      consume(3_000_000_000, hour - 1);
      await client.post('/card/login', { card: 'C1', device_id: 'D1' });
      expect(await counts(client)).toEqual({ consumption: 2_147_483_647, login: 1, activation: 1 });
      expect(await counts(client, hour - 1)).toEqual({ consumption: 2_147_483_647 });
    });

    it('omits applications that were deleted meanwhile', async () => {
      const [gone, stays] = [await server.client({ name: 'Gone' }), await create()];
      for (const client of [gone, stays.client])
        await client.post('/card/login', { card: 'none', device_id: 'D1' });
      await server.dataSource.getRepository(Application).delete({ id: await idOf(gone) });
      expect(await counts(stays.client)).toEqual({ 'refusal 10218': 1, login_refusal: 1 });
      expect(await refusals(stays.client)).toMatchObject([{ name: 'none' }]);
    });

    it('saves the rest when the server stops', async () => {
      const other = await TestServer.start();
      try {
        const { client } = await CardApplication.create(other);
        await client.post('/card/login', { card: 'C1', device_id: 'D1' });
        await client.post('/card/login', { card: 'none', device_id: 'D1' });
        await other.restart();
        const rows = await countRows(client, other);
        const { cardTypeId } = await other.dataSource.getRepository(Card).findOneByOrFail({ card: 'C1' });
        expect(rows.map(({ event, code, count }) => [event, code, count])).toEqual([
          ['activation', cardTypeId, 1],
          ['login', 0, 1],
          ['login_refusal', 0, 1],
          ['refusal', 10218, 1],
        ]);
        expect(await other.dataSource.getRepository(Refusal).count()).toBe(1);
      } finally {
        await other.stop();
      }
    });
  });

  describe('SessionSampler', () => {
    const sample = (on = server) => on.get(SessionSampler).run();
    async function samples(client: SignedClient, on = server): Promise<number[]> {
      const where = { applicationId: await idOf(client, on) };
      const rows = await on.dataSource.getRepository(SessionSample).find({ where, order: { minute: 'ASC' } });
      return rows.map(({ live }) => live);
    }

    it('counts the open sessions of each application', async () => {
      const [two, one, none] = [await create({ type: { max_sessions: 0 } }), await create(), await create()];
      for (const app of [two, two, one]) await app.open();
      await two.logout(await two.open());
      await sample();
      expect(await samples(two.client)).toEqual([2]);
      expect(await samples(one.client)).toEqual([1]);
      expect(await samples(none.client)).toEqual([]);
      const where = { applicationId: await idOf(two.client) };
      const { minute } = await server.dataSource.getRepository(SessionSample).findOneByOrFail(where);
      expect(minute).toBe(Math.floor(server.clock.now() / 60_000));
    });

    it('records zero once when all sessions have ended, also across a restart', async () => {
      const other = await TestServer.start();
      try {
        let app = await CardApplication.create(other);
        const token = await app.open();
        await sample(other);
        await app.logout(token);
        await other.restart();
        app = app.reconnect();
        for (let i = 0; i < 3; i++) {
          other.clock.advance(300);
          await sample(other);
        }
        expect(await samples(app.client, other)).toEqual([1, 0]);
        await app.open();
        other.clock.advance(300);
        await sample(other);
        expect(await samples(app.client, other)).toEqual([1, 0, 1]);
      } finally {
        await other.stop();
      }
    });

    it('has one number per minute, the latest', async () => {
      const app = await create({ type: { max_sessions: 0 } });
      await app.open();
      await sample();
      await app.open();
      await sample();
      expect(await samples(app.client)).toEqual([2]);
    });
  });

  describe('UsagePurgeJob', () => {
    it('deletes counts and samples after 400 days, refusals after 14', async () => {
      const other = await TestServer.start();
      try {
        const app = await CardApplication.create(other, { type: { duration: { unit: 'permanent' } } });
        await app.open();
        await app.login('D1', 'none');
        await other.get(UsageWriter).run();
        await other.get(SessionSampler).run();
        const left = async () => {
          await other.get(UsagePurgeJob).run();
          const tables = [ActivityCount, SessionSample, Refusal];
          return Promise.all(tables.map((table) => other.dataSource.getRepository(table).count()));
        };
        other.clock.advance(14 * DAY);
        expect(await left()).toEqual([4, 1, 1]);
        other.clock.advance(1);
        expect(await left()).toEqual([4, 1, 0]);
        other.clock.advance(386 * DAY - 1);
        expect(await left()).toEqual([4, 1, 0]);
        other.clock.advance(60);
        expect(await left()).toEqual([4, 0, 0]);
        other.clock.advance(HOUR);
        expect(await left()).toEqual([0, 0, 0]);
      } finally {
        await other.stop();
      }
    });

    it('deletes all rows beyond the set number of days, however many there are', async () => {
      const other = await TestServer.start({ ACTIVITY_RETENTION_DAYS: '1', REFUSAL_RETENTION_DAYS: '2' });
      try {
        const clients = [await other.client({ name: 'A' }), await other.client({ name: 'B' })];
        const [first, second] = [await idOf(clients[0]!, other), await idOf(clients[1]!, other)];
        const now = other.clock.now();
        const minute = Math.floor(now / 60_000) - 1440;
        const hour = Math.floor(now / 1000 / HOUR) - 24;
        const codes = Array.from({ length: 1500 }, (_, code) => code);
        const samples = codes.flatMap((i) =>
          [first, second].map((applicationId) => ({ applicationId, minute: minute - 1 - i, live: 1 })),
        );
        const counts = codes.flatMap((code) =>
          [1, 2].map((i) => ({
            applicationId: first,
            hour: hour - i,
            event: 'refusal' as const,
            code,
            count: 1,
          })),
        );
        const refusal = (at: number) => ({
          applicationId: first,
          at,
          endpoint: 'card/login',
          code: 10218,
          name: null,
          deviceId: null,
          ip: '',
        });
        const refusals = Array.from({ length: 2500 }, () => refusal(now - 2 * DAY * 1000 - 1));
        const { manager } = other.dataSource;
        for (let start = 0; start < samples.length; start += 1000) {
          await manager.insert(SessionSample, samples.slice(start, start + 1000));
          await manager.insert(ActivityCount, counts.slice(start, start + 1000));
          await manager.insert(Refusal, refusals.slice(start, start + 1000));
        }
        await manager.insert(SessionSample, { applicationId: second, minute, live: 7 });
        await manager.insert(ActivityCount, {
          applicationId: second,
          hour,
          event: 'login',
          code: 0,
          count: 7,
        });
        await manager.insert(Refusal, refusal(now - 2 * DAY * 1000));
        await other.get(UsagePurgeJob).run();
        expect(await manager.find(SessionSample)).toMatchObject([{ applicationId: second, live: 7 }]);
        expect(await manager.find(ActivityCount)).toMatchObject([{ applicationId: second, count: 7 }]);
        expect(await manager.find(Refusal)).toMatchObject([{ at: now - 2 * DAY * 1000 }]);
      } finally {
        await other.stop();
      }
    });
  });
});
