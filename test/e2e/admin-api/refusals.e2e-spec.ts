import { beforeEach, describe, expect, it } from '@jest/globals';
import { Refusal } from '@app/database';
import { DAY_MS, HOUR_MS } from '@app/platform';
import { UsagePurgeJob, UsageWriter } from '@app/usage';
import { AdminClient } from '../../support/admin-client.js';
import { hire } from '../../support/admin-fixtures.js';
import { CardApplication } from '../../support/card-application.js';
import { TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

interface Row {
  id: number;
  at: number;
  code: number;
  name: string | null;
  deviceId: string | null;
  holderKind: string | null;
  holderId: number | null;
}
interface Entry {
  value: string;
  count: number;
  names: number;
  firstAt: number;
  lastAt: number;
  en: string | null;
}
interface Top {
  from: number;
  before: number;
  entries: Entry[];
}

describe('refused requests in the admin API', () => {
  const server = TestServer.forSuite({ REFUSAL_RETENTION_DAYS: '2' });
  let owner: AdminClient;
  let app: CardApplication;
  let applicationId: number;
  beforeEach(async () => {
    owner = await AdminClient.owner(server);
    app = await CardApplication.create(server);
    ({ applicationId } = await app.row());
  });

  const login = (card: string, device_id: string, more: object = {}) =>
    app.client.post('/card/login', { card, device_id, ...more });
  const write = () => server.get(UsageWriter).run();
  const list = async (filter: object, as = owner) => {
    await write();
    const answer = await as.list<Row>('/refusals', {
      filter: { applicationId, ...filter },
      sort: ['at', 'DESC'],
    });
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  };
  const top = async (by: string, query: Record<string, number | string> = {}) => {
    await write();
    const words = Object.entries({ applicationId, by, ...query }).map(([key, value]) => [key, String(value)]);
    const answer = await owner.get<Top>(`/refusals/top?${new URLSearchParams(words).toString()}`);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  };
  /** Adds refusals as if they had been recorded. */
  const add = (refusals: Partial<Refusal>[]) =>
    server.dataSource.manager.insert(
      Refusal,
      refusals.map((refusal) => ({
        applicationId,
        at: server.clock.now(),
        endpoint: 'card/login',
        code: 10218,
        name: null,
        deviceId: null,
        ip: '192.0.2.1',
        version: null,
        ...refusal,
      })),
    );

  it('have all that support needs', async () => {
    const at = server.clock.now();
    await login('NONE', 'PC-1', { version: '2.1.0' });
    const [row] = await list({});
    expect(row).toEqual({
      id: expect.any(Number),
      applicationId,
      at,
      endpoint: 'card/login',
      code: 10218,
      name: 'NONE',
      deviceId: 'PC-1',
      ip: '127.0.0.1',
      version: '2.1.0',
      en: 'the card does not exist or is used up',
      zh: '卡密不可用（不存在）',
      holderKind: null,
      holderId: null,
    });
    expect((await owner.get(`/refusals/${row!.id}`)).body).toEqual(row);
  });

  it('lead to the card or the user with the refused name, even if both have this name', async () => {
    const users = await UserApplication.withAlice(server, { cards: ['C1', 'alice'] });
    const { client } = users.ofCards;
    const token = 'x'.repeat(43);
    await client.post('/user/heartbeat', { username: 'alice', token });
    await client.post('/card/heartbeat', { card: 'alice', token });
    await client.post('/user/heartbeat', { username: 'C1', token });
    // The same user name in an application that has no such user.
    await app.client.post('/user/heartbeat', { username: 'alice', token });
    const ofUsers = (await users.ofCards.row('alice')).applicationId;
    const rows = await list({ applicationId: ofUsers });
    const shown = rows.map(({ name, holderKind, holderId }) => [name, holderKind, holderId]);
    expect(new Set(shown)).toEqual(
      new Set([
        ['alice', 'user', (await users.row('alice')).id],
        ['alice', 'card', (await users.ofCards.row('alice')).id],
        ['C1', null, null],
      ]),
    );
    expect(await list({})).toMatchObject([{ name: 'alice', holderId: null }]);
  });

  it('are found by an address in any notation, and also by the notation that an earlier version stored', async () => {
    await add([
      { name: 'V4', ip: '192.0.2.1' },
      { name: 'V6', ip: '2001:db8::1' },
      { name: 'OLD', ip: '::ffff:192.0.2.1' },
    ]);
    const names = async (ip: string) => (await list({ ip })).map(({ name }) => name);
    expect(await names('192.0.2.1')).toEqual(['V4']);
    expect(await names('::ffff:c000:201')).toEqual(['V4']);
    expect(await names('::ffff:192.0.2.1')).toEqual(['OLD', 'V4']);
    expect(await names('2001:DB8:0:0:0:0:0:1')).toEqual(['V6']);
    expect(await names('192.0.2')).toEqual([]);
  });

  it('are found by each filter', async () => {
    const now = server.clock.now();
    await add([
      { name: 'AB-1', deviceId: 'PC', ip: '192.0.2.1', code: 10217, version: '1.0', at: now - 3 },
      { name: 'AB-10', deviceId: 'PC2', ip: '192.0.2.2', code: 10218, version: '1.1', at: now - 2 },
      { name: 'B', deviceId: null, ip: '2001:db8::1', code: 10210, version: null, at: now - 1 },
    ]);
    const names = async (filter: object) => (await list(filter)).map(({ name }) => name);
    expect(await names({})).toEqual(['B', 'AB-10', 'AB-1']);
    expect(await names({ name: 'AB-1' })).toEqual(['AB-10', 'AB-1']);
    expect(await names({ exactName: 'AB-1' })).toEqual(['AB-1']);
    expect(await names({ name: 'ab-1' })).toEqual([]);
    expect(await names({ code: 10218 })).toEqual(['AB-10']);
    expect(await names({ deviceId: 'PC' })).toEqual(['AB-1']);
    expect(await names({ ip: '2001:db8::1' })).toEqual(['B']);
    expect(await names({ version: '1.1' })).toEqual(['AB-10']);
    expect(await names({ from: now - 2, before: now - 1 })).toEqual(['AB-10']);
    expect(await names({ code: 10218, version: '1.0' })).toEqual([]);
    const page = await owner.list<Row>('/refusals', {
      filter: { applicationId },
      sort: ['at', 'ASC'],
      range: [1, 1],
    });
    expect(page.body.map(({ name }) => name)).toEqual(['AB-10']);
    expect(page.headers.get('content-range')).toBe('items 1-1/3');
  });

  it('are found by a period, whose days are those of the application', async () => {
    await owner.edit(`/applications/${applicationId}`, { timeZone: 'Asia/Shanghai' });
    const now = server.clock.now();
    const midnight = Math.floor((now + 8 * HOUR_MS) / DAY_MS) * DAY_MS - 8 * HOUR_MS;
    const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
    await add([
      { name: 'today', at: midnight },
      { name: 'yesterday', at: midnight - 1 },
      { name: '24h', at: hour - 23 * HOUR_MS },
      { name: '25h', at: hour - 23 * HOUR_MS - 1 },
      { name: '7d', at: midnight - 6 * DAY_MS },
      { name: '8d', at: midnight - 6 * DAY_MS - 1 },
      { name: '30d', at: midnight - 29 * DAY_MS },
      { name: '31d', at: midnight - 29 * DAY_MS - 1 },
    ]);
    const all = await list({});
    for (const [period, from] of [
      ['today', midnight],
      ['24h', hour - 23 * HOUR_MS],
      ['7d', midnight - 6 * DAY_MS],
      ['30d', midnight - 29 * DAY_MS],
    ] as const) {
      const expected = all.filter(({ at }) => at >= from);
      expect(expected.length).toBeLessThan(all.length);
      expect(await list({ period })).toEqual(expected);
      const { entries, ...span } = await top('name', { period });
      expect(span).toMatchObject({ from, before: now + 1 });
      expect(entries.length).toBe(expected.length);
    }
    expect(await list({ period: '30d', from: midnight })).toMatchObject([{ name: 'today' }]);
    expect((await owner.list('/refusals', { filter: { period: '1y' } })).status).toBe(400);
  });

  it('have leaderboards', async () => {
    const now = server.clock.now();
    await add([
      { name: 'A', deviceId: 'PC', ip: '192.0.2.1', code: 10218, version: '1.0', at: now - 500 },
      { name: 'B', deviceId: 'PC', ip: '192.0.2.1', code: 10218, version: '1.0', at: now - 400 },
      { name: 'B', deviceId: 'PC', ip: '192.0.2.1', code: 10217, version: null, at: now - 300 },
      { name: 'B', deviceId: 'X', ip: '192.0.2.2', code: 10217, version: '2.0', at: now },
      { name: null, deviceId: null, ip: '192.0.2.2', code: 10404, version: null, at: now - 100 },
      { name: 'A', ip: '192.0.2.9', at: now - 2 * DAY_MS },
    ]);
    const summary = async (by: string, query = {}) =>
      (await top(by, query)).entries.map(({ value, count, names }) => [value, count, names]);
    expect((await top('address')).entries).toEqual([
      { value: '192.0.2.1', count: 3, names: 2, firstAt: now - 500, lastAt: now - 300, en: null, zh: null },
      { value: '192.0.2.2', count: 2, names: 1, firstAt: now - 100, lastAt: now, en: null, zh: null },
    ]);
    expect(await summary('name')).toEqual([['B', 3, 1], ['A', 1, 1]]); // prettier-ignore
    expect(await summary('device')).toEqual([['PC', 3, 2], ['X', 1, 1]]); // prettier-ignore
    expect(await summary('version')).toEqual([['1.0', 2, 2], ['2.0', 1, 1]]); // prettier-ignore
    expect(await summary('code')).toEqual([['10217', 2, 1], ['10218', 2, 2], ['10404', 1, 0]]); // prettier-ignore
    expect((await top('code')).entries[0]).toMatchObject({
      en: 'the card or user has reached its device limit',
    });
    expect(await summary('name', { period: '7d' })).toEqual([['B', 3, 1], ['A', 2, 1]]); // prettier-ignore
    expect(await summary('name', { from: now - 3 * DAY_MS, before: now - DAY_MS })).toEqual([['A', 1, 1]]);
    expect(await summary('device', { from: now - 10, before: now })).toEqual([]);
  });

  it('have leaderboards of ten entries', async () => {
    const names = Array.from({ length: 12 }, (_, i) => Array.from({ length: i + 1 }, () => `N${i}`)).flat();
    await add(names.map((name) => ({ name })));
    const { entries } = await top('name');
    expect(entries.map(({ value, count }) => [value, count])).toEqual(
      Array.from({ length: 10 }, (_, i) => [`N${11 - i}`, 12 - i]),
    );
  });

  it('have leaderboards of at most 30 days', async () => {
    const now = server.clock.now();
    expect(await top('code', { from: now - 30 * DAY_MS, before: now })).toMatchObject({ entries: [] });
    expect(await top('code', { before: now })).toMatchObject({ from: now - 30 * DAY_MS, before: now });
    for (const query of [
      { by: 'code', from: now - 30 * DAY_MS - 1, before: now },
      { by: 'code', from: now - 31 * DAY_MS },
      { by: 'code', from: now, before: now },
      { by: 'code', from: now - 1, before: now, period: 'today' },
      { by: 'id' },
      { by: 'code', period: '1y' },
      {},
    ]) {
      const words = Object.entries({ applicationId, ...query }).map(([key, value]) => [key, String(value)]);
      const answer = await owner.get(`/refusals/top?${new URLSearchParams(words).toString()}`);
      expect({ query, status: answer.status }).toEqual({ query, status: 400 });
    }
    expect((await owner.get('/refusals/top?by=code')).status).toBe(400);
  });

  it('are shown to viewers of the application only', async () => {
    const other = await CardApplication.create(server);
    const { applicationId: otherId } = await other.row();
    await add([{ name: 'SECRET', ip: '192.0.2.77' }]);
    const [row] = await list({});
    const { client: foreigner } = await hire(server, owner, 'manager', [otherId]);
    const { client: viewer } = await hire(server, owner, 'viewer', [applicationId]);
    const path = `/refusals/top?applicationId=${applicationId}&by=name`;
    expect(await list({}, viewer)).toEqual([row]);
    expect(await viewer.get(`/refusals/${row!.id}`)).toMatchObject({ status: 200, body: row });
    expect(await viewer.get(path)).toMatchObject({ status: 200, body: { entries: [{ value: 'SECRET' }] } });
    expect(await list({}, foreigner)).toEqual([]);
    expect(await list({ applicationId: undefined }, foreigner)).toEqual([]);
    expect((await foreigner.get(`/refusals/${row!.id}`)).status).toBe(404);
    expect((await foreigner.get(path)).status).toBe(404);
  });

  it('are purged after REFUSAL_RETENTION_DAYS', async () => {
    const now = server.clock.now();
    await add([
      { name: 'kept', at: now - 2 * DAY_MS },
      { name: 'purged', at: now - 2 * DAY_MS - 1 },
    ]);
    await server.get(UsagePurgeJob).run();
    expect(await list({})).toMatchObject([{ name: 'kept' }]);
    expect((await top('name', { period: '7d' })).entries).toMatchObject([{ value: 'kept' }]);
  });
});
