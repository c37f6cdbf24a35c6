import { beforeAll, describe, expect, it } from '@jest/globals';
import { DAY_MS } from '@app/platform';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication } from '../../support/card-application.js';
import type { SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

describe('users in the admin API', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);
  let client: SignedClient;
  let applicationId: number;
  let cardTypeId: number;
  beforeAll(async () => {
    const app = await CardApplication.create(server, { type: { max_devices: 2 } });
    client = app.client;
    ({ applicationId, cardTypeId } = await app.row());
  });

  const create = (username: string) =>
    admin.create('/users', { applicationId, cardTypeId, username, password: 'secret1', note: 'by phone' });
  const login = async (username: string, password = 'secret1') => {
    const { code, result } = await client.post('/user/login', { username, password, device_id: 'D' });
    return code === 0 ? String(result!.token) : code;
  };
  const beat = async (username: string, token: string | number) =>
    (await client.post('/user/heartbeat', { username, token })).code;

  it('are created without a card, with the time and limits of a card type', async () => {
    expect(await create('ann')).toMatchObject({
      username: 'ann',
      status: 'activated',
      expiresAt: server.clock.now() + 30 * DAY_MS,
      maxDevices: 2,
      note: 'by phone',
    });
    expect(await beat('ann', await login('ann'))).toBe(0);
    expect(
      await admin.post('/users', { applicationId, cardTypeId, username: 'ann', password: 'secret1' }),
    ).toMatchObject({
      status: 422,
      body: { errors: { username: 'is already taken' } },
    });
    const { id } = await admin.create('/applications', { name: 'Other' });
    expect(
      await admin.post('/users', { applicationId: id, cardTypeId, username: 'x', password: 'secret1' }),
    ).toMatchObject({ status: 422, body: { errors: { cardTypeId: expect.any(String) } } });
  });

  it('get a new password, which ends their sessions', async () => {
    const { id } = await create('bob');
    const token = await login('bob');
    expect(await admin.post(`/users/${id}/password`, { password: 'another1' })).toMatchObject({
      status: 200,
    });
    expect(await beat('bob', token)).toBe(10214);
    expect(await login('bob')).toBe(10243);
    expect(await beat('bob', await login('bob', 'another1'))).toBe(0);
  });

  it('are frozen, given time, unbound, kicked, edited and deleted', async () => {
    const { id } = await create('cat');
    const token = await login('cat');
    expect(await admin.post(`/users/${id}/freeze`)).toMatchObject({ body: { frozen: true } });
    expect(await beat('cat', token)).toBe(10214);
    expect(await login('cat')).toBe(10252);
    await admin.post(`/users/${id}/unfreeze`);
    expect(await admin.post(`/users/${id}/add-time`, { unit: 'days', amount: 1 })).toMatchObject({
      body: { expiresAt: server.clock.now() + 31 * DAY_MS },
    });
    const again = await login('cat');
    await admin.post(`/users/${id}/kick`);
    expect(await beat('cat', again)).toBe(10214);
    await admin.post(`/users/${id}/unbind`);
    expect(
      (await admin.list('/devices', { filter: { applicationId, holderId: id, holderKind: 'user' } })).body,
    ).toEqual([]);
    expect(await admin.edit(`/users/${id}`, { note: null })).toMatchObject({ body: { note: null } });
    expect(await admin.delete(`/users/${id}`)).toMatchObject({ status: 200 });
    expect(await login('cat')).toBe(10243);
  });

  it.each([
    [{ username: 'a' }, ['ann']],
    [{ note: 'by' }, ['bob', 'ann']],
    [{ state: 'active', deviceId: 'D' }, ['bob', 'ann']],
    [{ state: 'expired' }, []],
  ])('are found by %j', async (filter, names) => {
    const { body } = await admin.list('/users', { filter: { applicationId, ...filter } });
    expect(body.map(({ username }) => username)).toEqual(names);
  });
});
