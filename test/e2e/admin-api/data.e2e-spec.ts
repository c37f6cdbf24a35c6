import { beforeEach, describe, expect, it } from '@jest/globals';
import { Card, inTransaction, RemoteData, rowLock } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication } from '../../support/card-application.js';
import { TestServer } from '../../support/test-server.js';

describe('remote data in the admin API', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);
  let app: CardApplication;
  let applicationId: number;
  beforeEach(async () => {
    app = await CardApplication.create(server, { cards: ['C1', 'C2'] });
    ({ applicationId } = await app.row());
  });

  const create = (fields: object) => admin.create('/data', { applicationId, ...fields });
  const read = (key: string, kami?: string) =>
    app.client.get(`/remote/data/${key}`, kami === undefined ? {} : { scope: 'card', kami });
  const write = (key: string, action: string, value: string, kami?: string) =>
    app.client.post(`/remote/data/${key}`, {
      action,
      value,
      ...(kami !== undefined && { scope: 'card', kami }),
    });

  it('of an application is created, changed and deleted, with immediate effect for clients', async () => {
    const created = await create({ key: 'motd', value: 'Hello' });
    expect(created).toEqual({
      id: expect.any(Number),
      applicationId,
      scope: 'app',
      ownerId: 0,
      card: null,
      key: 'motd',
      value: 'Hello',
      rowVersion: 1,
      createdAt: server.clock.now(),
      updatedAt: server.clock.now(),
    });
    expect(await read('motd')).toMatchObject({ code: 0, result: { value: 'Hello' } });

    const path = `/data/${created.id}`;
    expect(await admin.get(path)).toMatchObject({ status: 200, body: created });
    const edited = await admin.patch(path, { value: '', key: 'notice', rowVersion: 1 });
    expect(edited).toMatchObject({ status: 200, body: { key: 'notice', value: '', rowVersion: 2 } });
    expect(await read('notice')).toMatchObject({ result: { value: '' } });
    expect(await read('motd')).toMatchObject({ code: 10521 });

    expect(await admin.delete(path)).toMatchObject({ status: 200, body: { key: 'notice' } });
    expect(await read('notice')).toMatchObject({ code: 10521 });
    expect(await admin.get(path)).toMatchObject({ status: 404 });
  });

  it('of a card is shown with the card', async () => {
    const { id: ownerId } = await app.row('C2');
    const created = await create({ scope: 'card', card: 'C2', key: 'level', value: '7' });
    expect(created).toMatchObject({ scope: 'card', ownerId, card: 'C2' });
    expect(await read('level', 'C2')).toMatchObject({ result: { value: '7' } });
    expect(await read('level', 'C1')).toMatchObject({ code: 10521 });
    expect(await admin.get(`/data/${created.id}`)).toMatchObject({ body: { card: 'C2' } });
    expect(await admin.delete(`/data/${created.id}`)).toMatchObject({ body: { card: 'C2' } });
  });

  it('is listed by filters and in an order', async () => {
    const other = await CardApplication.create(server);
    const { applicationId: otherId } = await other.row();
    await create({ key: 'a.1', value: 'app' });
    await create({ key: 'a.2', value: 'one', scope: 'card', card: 'C1' });
    await create({ key: 'b', value: 'two', scope: 'card', card: 'C2' });
    await create({ applicationId: otherId, key: 'b', value: 'other', scope: 'card', card: 'C1' });
    const found = async (filter: object, sort: [string, string] = ['id', 'ASC']) => {
      const list = await admin.list('/data', { filter: { applicationId, ...filter }, sort });
      expect(list.status).toBe(200);
      expect(list.headers.get('content-range')).toMatch(new RegExp(`/${list.body.length}$`));
      return list.body.map(({ value, card }) => [value, card]);
    };
    expect(await found({})).toEqual([
      ['app', null],
      ['one', 'C1'],
      ['two', 'C2'],
    ]);
    expect(await found({}, ['key', 'DESC'])).toEqual([
      ['two', 'C2'],
      ['one', 'C1'],
      ['app', null],
    ]);
    expect(await found({ scope: 'app' })).toEqual([['app', null]]);
    expect(await found({ key: 'a.' })).toEqual([
      ['app', null],
      ['one', 'C1'],
    ]);
    expect(await found({ card: 'C1' })).toEqual([['one', 'C1']]);
    expect(await found({ card: 'C1', key: 'b' })).toEqual([]);
    expect(await found({ card: 'C1', scope: 'app' })).toEqual([]);
    expect(await found({ card: 'C' })).toEqual([]);
    const everywhere = await admin.list('/data', { filter: { card: 'C1', key: 'b' } });
    expect(everywhere.body).toMatchObject([{ applicationId: otherId, value: 'other', card: 'C1' }]);
    expect(await admin.list('/data', { filter: { value: 'x' } })).toMatchObject({ status: 400 });
    expect(await admin.list('/data', { sort: ['value', 'ASC'] })).toMatchObject({ status: 400 });
  });

  it('is not overwritten by an edit if a client has written it since the administrator read it', async () => {
    for (const kami of [undefined, 'C1']) {
      expect(await write('shared', 'create', 'by the client', kami)).toMatchObject({ code: 0 });
      const list = await admin.list('/data', { filter: { applicationId, scope: kami ? 'card' : 'app' } });
      const [row] = list.body as [{ id: number; rowVersion: number }];
      const path = `/data/${row.id}`;
      expect(await write('shared', 'update', 'newer', kami)).toMatchObject({ code: 0 });
      expect(await admin.patch(path, { value: 'stale', rowVersion: row.rowVersion })).toMatchObject({
        status: 409,
        body: { errors: { rowVersion: 'is now 2' } },
      });
      expect(await read('shared', kami)).toMatchObject({ result: { value: 'newer' } });
      expect(await admin.patch(path, { value: 'fresh', rowVersion: 2 })).toMatchObject({ status: 200 });
      expect(await read('shared', kami)).toMatchObject({ result: { value: 'fresh' } });
    }
  });

  it('has one of the two values when an administrator and a client write concurrently', async () => {
    const { id } = await create({ key: 'race', value: '0' });
    const clients = Array.from({ length: 10 }, (_, i) => write('race', 'update', `client ${i}`));
    const admins = Array.from({ length: 10 }, (_, i) =>
      admin.patch(`/data/${id}`, { value: `admin ${i}`, rowVersion: 1 }),
    );
    for (const { code } of await Promise.all(clients)) expect(code).toBe(0);
    const statuses = (await Promise.all(admins)).map(({ status }) => status);
    const won = statuses.filter((status) => status === 200).length;
    expect(won).toBeLessThanOrEqual(1);
    expect(statuses.filter((status) => status === 409).length).toBe(10 - won);
    expect(await admin.get(`/data/${id}`)).toMatchObject({ body: { rowVersion: 11 + won } });
  });

  it('refuses invalid values, field by field', async () => {
    const faults = async (fields: object) => {
      const { status, body } = await admin.post('/data', { applicationId, ...fields });
      expect(status).toBe(422);
      return body.errors;
    };
    expect(await faults({ key: 'a b', scope: 'user', value: 'é'.repeat(32_769), ownerId: 1 })).toEqual({
      key: 'must be 1 to 64 characters: letters and digits of any script, _, . and -',
      scope: 'must be one of app, card',
      value: 'must be text of at most 65536 bytes',
      ownerId: 'cannot be set here',
    });
    const right = { key: 'k', value: '' };
    expect(await faults({ ...right, scope: 'card' })).toEqual({ card: 'is required for the scope card' });
    expect(await faults({ ...right, card: 'C1' })).toEqual({ card: 'is allowed only for the scope card' });
    const stranger = { ...right, scope: 'card', card: 'C3' };
    expect(await faults(stranger)).toEqual({ card: 'is not a card of the application' });

    await create({ ...right, scope: 'card', card: 'C1' });
    await create({ ...right, scope: 'card', card: 'C2' });
    expect(await faults({ ...right, scope: 'card', card: 'C1' })).toEqual({ key: 'is already taken' });
    const { id } = await create({ key: 'other', value: '', scope: 'card', card: 'C1' });
    expect(await admin.patch(`/data/${id}`, { key: 'k', rowVersion: 1 })).toMatchObject({
      status: 422,
      body: { errors: { key: 'is already taken' } },
    });
    const fixed = await admin.patch(`/data/${id}`, { scope: 'app', rowVersion: 1 });
    expect(fixed).toMatchObject({ status: 422, body: { errors: { scope: expect.any(String) } } });
  });

  it('is deleted with its card', async () => {
    const { id: cardId } = await app.row('C1');
    const { id } = await create({ key: 'k', value: '', scope: 'card', card: 'C1' });
    expect(await admin.delete(`/cards/${cardId}`)).toMatchObject({ status: 200 });
    expect(await admin.get(`/data/${id}`)).toMatchObject({ status: 404 });
  });

  it('is not created for a card that is being deleted', async () => {
    const { id: cardId } = await app.row('C1');
    const { dataSource } = server;
    const { created } = await inTransaction(dataSource, async (manager) => {
      await manager.find(Card, { where: { id: cardId }, ...rowLock(manager) });
      const created = admin.post('/data', { applicationId, key: 'k', value: '', scope: 'card', card: 'C1' });
      // When these requests are answered, the server has certainly started the earlier requests.
      for (let i = 0; i < 5; i++) await admin.get('/auth/me');
      await manager.delete(Card, { id: cardId });
      return { created };
    });
    expect(await created).toMatchObject({ status: 422, body: { errors: { card: expect.any(String) } } });
    expect(await dataSource.getRepository(RemoteData).countBy({ applicationId })).toBe(0);
  });
});
