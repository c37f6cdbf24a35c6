import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DAY_MS } from '@app/platform';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication } from '../../support/card-application.js';
import type { SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

const LATEST = Date.parse('9999-12-30T00:00:00Z');

interface CardBody extends Record<string, unknown> {
  id: number;
  rowVersion: number;
}

describe('actions of administrators on cards', () => {
  const server = TestServer.forSuite();
  let admin: AdminClient;
  let app: CardApplication;
  let client: SignedClient;
  let applicationId: number;
  let count = 0;
  let card: string;
  let id: number;

  beforeAll(async () => {
    admin = await AdminClient.owner(server);
    app = await CardApplication.create(server, { type: { max_sessions: 2, max_devices: 2 }, cards: [] });
    client = app.client;
  });

  beforeEach(async () => {
    card = `CARD-${++count}`;
    await app.change({}, card);
    ({ id, applicationId } = await app.row(card));
  });

  const row = async () => (await admin.get<CardBody>(`/cards/${id}`)).body;
  const login = (device_id = 'D1') => app.open(device_id, card);
  const beat = async (token: string) => (await app.heartbeat(token, card)).code;
  const act = async (action: string, body: object = {}) => {
    const answer = await admin.post<CardBody>(`/cards/${id}/${action}`, body);
    expect(answer.status).toBe(200);
    // The response to a freeze also reports who consumed the card, since freezing a consumed card does not take back
    // the time that it added.
    const spending = action === 'freeze' && { consumedBy: null, notices: [], warnings: [] };
    const outcome = action.endsWith('freeze') && { changed: expect.any(Boolean) };
    expect(answer.body).toEqual({ ...(await row()), ...spending, ...outcome });
    return answer.body;
  };

  it('freezing refuses logins and ends sessions at once; unfreezing allows logins again', async () => {
    const token = await login();
    expect(await act('freeze')).toMatchObject({ frozen: true });
    expect(await beat(token)).toBe(10214);
    expect(await app.login('D1', card)).toMatchObject({ code: 10212 });
    expect(await act('unfreeze')).toMatchObject({ frozen: false });
    expect(await beat(token)).toBe(10214);
    await login();
  });

  it('freezing or unfreezing twice changes nothing the second time, and the answer says so', async () => {
    for (const action of ['freeze', 'unfreeze']) {
      const once = await act(action);
      expect(once).toMatchObject({ changed: true });
      expect(await act(action)).toEqual({ ...once, changed: false });
    }
  });

  it('kicking ends the sessions and nothing else', async () => {
    const token = await login();
    const before = await row();
    expect(await act('kick')).toEqual(before);
    expect(await beat(token)).toBe(10214);
    expect(await beat(await login())).toBe(0);
  });

  it('unbinding frees the device limit without using an unbind', async () => {
    const token = await login('D1');
    await login('D2');
    expect(await app.login('D3', card)).toMatchObject({ code: 10217 });
    expect(await act('unbind')).toMatchObject({ unbindsUsed: 0 });
    expect(await beat(token)).toBe(10214);
    await login('D3');
  });

  it('unbinding one device does not affect the session of the other', async () => {
    const [first, second] = [await login('D1'), await login('D2')];
    const devices = await admin.list<{ id: number; holderName: string }>('/devices', {
      filter: { applicationId, holderKind: 'card', holderId: id, deviceId: 'D1' },
    });
    expect(devices.body).toMatchObject([{ deviceId: 'D1', holderName: card }]);
    expect(await admin.delete(`/devices/${devices.body[0]!.id}`)).toMatchObject({ status: 200 });
    expect([await beat(first), await beat(second)]).toEqual([10214, 0]);
    await login('D3');
  });

  it.each([
    [{ unit: 'days', amount: 7 }, 37 * DAY_MS],
    [{ unit: 'days', amount: -7 }, 23 * DAY_MS],
    [{ unit: 'hours', amount: 12 }, 30.5 * DAY_MS],
  ])('adding time %j is seen at the next heartbeat', async (time, left) => {
    const token = await login();
    const expiresAt = server.clock.now() + left;
    expect(await act('add-time', time)).toMatchObject({ expiresAt });
    const { result } = await app.heartbeat(token, card);
    expect(result!.expires_ts).toBe(Math.floor(expiresAt / 1000));
  });

  it.each([
    ['years', 999_999],
    ['months', 52_596_000],
    ['days', 52_596_000],
  ])(
    'a card of %s beyond the calendar (%i) logs in and expires in the year 9999',
    async (durationUnit, amount) => {
      const terms = { durationUnit, durationAmount: amount, maxSessions: 1, maxDevices: 1 };
      await admin.create('/card-types', { applicationId, name: durationUnit, ...terms });
      await app.configure({ cards: [{ card, card_type: durationUnit }] });
      await login();
      expect(await row()).toMatchObject({ expiresAt: LATEST });
    },
  );

  it.each(['days', 'months', 'years'])('adds and removes up to 52,596,000 %s', async (unit) => {
    await login();
    const { activatedAt } = await row();
    expect(await act('add-time', { unit, amount: 52_596_000 })).toMatchObject({ expiresAt: LATEST });
    expect(await act('add-time', { unit, amount: -52_596_000 })).toMatchObject({ expiresAt: activatedAt });
  });

  it('adding time to an expired card counts from now', async () => {
    await login();
    server.clock.advance(40 * 86_400);
    admin = await AdminClient.owner(server);
    expect(await act('add-time', { unit: 'days', amount: 1 })).toMatchObject({
      expiresAt: server.clock.now() + DAY_MS,
    });
  });

  it('an unused card has no time to change', async () => {
    const before = await row();
    expect(await admin.post(`/cards/${id}/add-time`, { unit: 'days', amount: 1 })).toMatchObject({
      status: 409,
    });
    expect(await admin.post(`/cards/${id}/reset`)).toMatchObject({ status: 409 });
    expect(await row()).toEqual(before);
  });

  it('resetting makes a card unused, so that it can be activated again', async () => {
    const token = await login();
    expect(await act('reset')).toMatchObject({ status: 'unused', activatedAt: null, expiresAt: null });
    expect(await beat(token)).toBe(10214);
    server.clock.advance(60);
    await login('D9');
    expect(await row()).toMatchObject({ status: 'activated', activatedAt: server.clock.now() });
  });

  it('resetting removes the unbind password, since the card gets a new owner', async () => {
    const password = 'secret1';
    const token = await login();
    expect(await app.setPassword(token, password, card)).toMatchObject({ code: 0 });
    await act('reset');
    const next = await login('D9');
    expect(await app.unbindByPassword(password, card)).toMatchObject({ code: 10254 });
    expect(await beat(next)).toBe(0);
  });

  it('edits limits, note, batch and configuration', async () => {
    const { rowVersion } = await row();
    const fields = { maxSessions: 5, unbindLimit: 3, note: 'Order 7', batch: 'May', config: '{"a":1}' };
    expect(await admin.patch(`/cards/${id}`, { ...fields, rowVersion })).toMatchObject({
      status: 200,
      body: { ...fields, rowVersion: rowVersion + 1 },
    });
    expect(await client.get('/card/config', { card })).toMatchObject({ result: { config: '{"a":1}' } });
    for (const filter of [{ note: 'Order' }, { batch: 'May' }]) {
      const found = await admin.list<CardBody>('/cards', { filter: { applicationId, ...filter } });
      expect(found.body.map((found) => found.id)).toContain(id);
    }
  });

  it('deleting also deletes devices, sessions and data', async () => {
    const token = await login();
    await client.post('/remote/data/k', { action: 'create', scope: 'card', kami: card, value: 'v' });
    expect(await admin.delete(`/cards/${id}`)).toMatchObject({ status: 200, body: { card } });
    expect(await beat(token)).toBe(10214);
    expect(await app.login('D1', card)).toMatchObject({ code: 10218 });
    for (const [table, column] of [
      ['devices', 'holder_id'],
      ['sessions', 'holder_id'],
      ['remote_data', 'owner_id'],
    ]) {
      const [{ n }] = await server.dataSource.query(
        `SELECT COUNT(*) AS n FROM ${table} WHERE ${column} = ${id}`,
      );
      expect([table, Number(n)]).toEqual([table, 0]);
    }
    // A later card with the same key is a new card.
    await app.change({}, card);
    expect(await client.get('/remote/data/k', { scope: 'card', kami: card })).toMatchObject({ code: 10521 });
  });

  it('one session is kicked, or all sessions of an application', async () => {
    const [first, second] = [await login('D1'), await login('D2')];
    const open = { filter: { applicationId, open: true, holderKind: 'card', holderId: id } };
    const sessions = await admin.list<{ id: number; deviceId: string }>('/sessions', open);
    expect(sessions.body).toMatchObject([
      { deviceId: 'D2', holderName: card, endedAt: null },
      { deviceId: 'D1', holderName: card, endedAt: null },
    ]);
    const kicked = await admin.delete(`/sessions/${sessions.body[1]!.id}`);
    expect(kicked).toMatchObject({ status: 200, body: { endReason: 'kicked' } });
    expect([await beat(first), await beat(second)]).toEqual([10214, 0]);
    expect(await admin.delete(`/sessions/${sessions.body[1]!.id}`)).toMatchObject({ status: 409 });

    const all = await admin.post('/sessions/kick', { applicationId });
    expect(all.status).toBe(200);
    expect(await beat(second)).toBe(10214);
    expect((await admin.list('/sessions', { filter: { applicationId, open: true } })).body).toEqual([]);
  });

  it('shows the last heartbeat of a session before it is in the database', async () => {
    const token = await login();
    server.clock.advance(5);
    expect(await beat(token)).toBe(0);
    const { body } = await admin.list('/sessions', {
      filter: { holderKind: 'card', holderId: id, applicationId },
    });
    expect(body).toMatchObject([{ lastSeenAt: server.clock.now() }]);
  });
});
