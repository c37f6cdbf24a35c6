import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AuditRecord, ServerState } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { otherAdmin } from '../../support/admin-fixtures.js';
import { clearBlocks } from '../../support/blocks.js';
import { CardApplication } from '../../support/card-application.js';
import { TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

const REASON = 'Shared the key';

describe('blocks in the admin API', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);
  let app: CardApplication;
  let other: CardApplication;
  let applicationId: number;
  beforeEach(async () => {
    const many = { type: { max_sessions: 0, max_devices: 0 }, cards: ['C1', 'C2'] };
    [app, other] = [await CardApplication.create(server, many), await CardApplication.create(server, many)];
    ({ applicationId } = await app.row());
  });
  afterEach(() => clearBlocks(server));

  const create = (fields: object) =>
    admin.create('/blocks', { applicationId, kind: 'card', pattern: 'C1', reason: REASON, ...fields });
  const codeOfLogin = async (device = 'D1', card = 'C1', as = app) => (await as.login(device, card)).code;

  it('are created, listed, changed and deleted, and clients notice at once', async () => {
    const created = await create({ pattern: 'C*' });
    expect(created).toEqual({
      id: expect.any(Number),
      applicationId,
      kind: 'card',
      pattern: 'C*',
      reason: REASON,
      expiresAt: null,
      rowVersion: 1,
      createdAt: server.clock.now(),
      updatedAt: server.clock.now(),
    });
    expect(await codeOfLogin()).toBe(10212);

    const path = `/blocks/${created.id}`;
    expect(await admin.get(path)).toMatchObject({ status: 200, body: created });
    const edited = await admin.patch(path, { pattern: 'C2', rowVersion: 1 });
    expect(edited).toMatchObject({ status: 200, body: { pattern: 'C2', rowVersion: 2 } });
    expect(await codeOfLogin()).toBe(0);
    expect(await codeOfLogin('D1', 'C2')).toBe(10212);
    expect(await admin.patch(path, { pattern: 'C1', rowVersion: 1 })).toMatchObject({ status: 409 });
    expect(await codeOfLogin()).toBe(0);

    expect(await admin.delete(path)).toMatchObject({ status: 200, body: { pattern: 'C2' } });
    expect(await admin.get(path)).toMatchObject({ status: 404 });
    expect(await codeOfLogin('D1', 'C2')).toBe(0);

    const records = await server.dataSource
      .getRepository(AuditRecord)
      .find({ where: { applicationId, resource: 'blocks' }, order: { id: 'ASC' } });
    expect(records.map(({ action, recordName }) => [action, recordName])).toEqual([
      ['create', 'card C*'],
      ['update', 'card C2'],
      ['delete', 'card C2'],
    ]);
  });

  it('tell other processes of every change', async () => {
    const revision = async () =>
      (await server.dataSource.getRepository(ServerState).findOneBy({ name: 'blocks_revision' }))?.value;
    const seen = [await revision()];
    const { id } = await create({ pattern: 'C9' });
    seen.push(await revision());
    await admin.patch(`/blocks/${id}`, { pattern: 'C8', rowVersion: 1 });
    seen.push(await revision());
    await admin.delete(`/blocks/${id}`);
    seen.push(await revision());
    expect(new Set(seen).size).toBe(4);
  });

  it('of a card and of a user end a session with its next heartbeat', async () => {
    const users = await UserApplication.withAlice(server);
    const { applicationId: usersId } = await users.row();
    const [cardToken, userToken] = [await app.open(), await users.open()];
    await create({});
    await create({ applicationId: usersId, kind: 'user', pattern: 'al*' });
    expect(await app.heartbeat(cardToken)).toMatchObject({ code: 10212 });
    expect(await users.heartbeat(userToken)).toMatchObject({ code: 10212 });
  });

  it('of an address make the client API answer 429', async () => {
    const { id } = await create({ kind: 'ip', pattern: '127.0.0.0/8' });
    expect(await app.login()).toMatchObject({ status: 429 });
    expect(await codeOfLogin('D1', 'C1', other)).toBe(0);
    await admin.delete(`/blocks/${id}`);
    expect(await codeOfLogin()).toBe(0);
  });

  it('end by themselves', async () => {
    const expiresAt = server.clock.now() + 60_000;
    const { id } = await create({ expiresAt });
    server.clock.advance(59.999);
    expect(await codeOfLogin()).toBe(10212);
    server.clock.advance(0.001);
    expect(await codeOfLogin()).toBe(0);

    // An ended block can be edited without becoming active again.
    const noted = { reason: 'Never mind', expiresAt, rowVersion: 1 };
    expect(await admin.patch(`/blocks/${id}`, noted)).toMatchObject({ status: 200 });
    expect(await codeOfLogin()).toBe(0);
    expect(await admin.patch(`/blocks/${id}`, { expiresAt: null, rowVersion: 2 })).toMatchObject({
      status: 200,
      body: { expiresAt: null },
    });
    expect(await codeOfLogin()).toBe(10212);
  });

  describe('of a device', () => {
    const codeOf = async (token: string, card = 'C1', as = app) => (await as.heartbeat(token, card)).code;

    it('refuse its sessions, and no others, at once', async () => {
      const [here, there, near] = [await app.open('D1'), await app.open('D1', 'C2'), await app.open('D1x')];
      const elsewhere = await other.open('D1');
      await create({ kind: 'device', pattern: 'D1' });
      expect([await codeOf(here), await codeOf(there, 'C2')]).toEqual([10212, 10212]);
      expect((await app.logout(here)).code).toBe(10212);
      expect([await codeOf(near), await codeOf(elsewhere, 'C1', other)]).toEqual([0, 0]);
      expect([await codeOfLogin('D1'), await codeOfLogin('D1', 'C1', other)]).toEqual([10212, 0]);
    });

    it('let a session continue if they are deleted in time', async () => {
      const token = await app.open('D1');
      const { id } = await create({ kind: 'device', pattern: 'D1' });
      expect(await codeOf(token)).toBe(10212);
      await admin.delete(`/blocks/${id}`);
      expect(await codeOf(token)).toBe(0);
    });

    it('that apply to all applications refuse the device in each of them', async () => {
      const [here, there] = [await app.open('D1'), await other.open('D1')];
      await create({ applicationId: null, kind: 'device', pattern: 'D1' });
      expect([await codeOf(here), await codeOf(there, 'C1', other)]).toEqual([10212, 10212]);
    });

    it('apply to another device after an edit', async () => {
      const token = await app.open('D2');
      const { id } = await create({ kind: 'device', pattern: 'D1' });
      expect(await codeOf(token)).toBe(0);
      await admin.patch(`/blocks/${id}`, { pattern: 'D2', rowVersion: 1 });
      expect(await codeOf(token)).toBe(10212);
    });

    it('refuse no one after their end', async () => {
      await create({ kind: 'device', pattern: 'D1', expiresAt: server.clock.now() + 1000 });
      const token = await app.open('D2');
      server.clock.advance(1);
      expect(await codeOf(await app.open('D1'))).toBe(0);
      expect(await codeOf(token)).toBe(0);
    });

    it('match a device with any characters that clients can send', async () => {
      const token = await app.open(' D\t1 ');
      await create({ kind: 'device', pattern: ' D\t1 ' });
      expect(await codeOf(token)).toBe(10212);
    });
  });

  it('are listed by filters and in an order', async () => {
    const now = server.clock.now();
    await create({ pattern: 'C1' });
    await create({ kind: 'device', pattern: 'D1', expiresAt: now + 1000 });
    await create({ kind: 'device', pattern: 'D2', expiresAt: now + 2000 });
    await create({ applicationId: null, pattern: 'everywhere' });
    server.clock.advance(1);
    const found = async (filter: object, sort: [string, string] = ['id', 'ASC']) => {
      const list = await admin.list('/blocks', { filter, sort });
      expect(list.status).toBe(200);
      return list.body.map(({ pattern }) => pattern);
    };
    expect(await found({})).toEqual(['C1', 'D1', 'D2', 'everywhere']);
    expect(await found({ applicationId })).toEqual(['C1', 'D1', 'D2']);
    expect(await found({ kind: 'device' }, ['pattern', 'DESC'])).toEqual(['D2', 'D1']);
    expect(await found({ pattern: 'D' })).toEqual(['D1', 'D2']);
    expect(await found({ active: true })).toEqual(['C1', 'D2', 'everywhere']);
    expect(await found({ active: false })).toEqual(['D1']);
    expect(await found({ active: true, applicationId, kind: 'card' })).toEqual(['C1']);
    expect(await admin.list('/blocks', { filter: { reason: 'x' } })).toMatchObject({ status: 400 });
    expect(await admin.list('/blocks', { sort: ['reason', 'ASC'] })).toMatchObject({ status: 400 });
  });

  it('refuse invalid values, field by field', async () => {
    const faults = async (fields: object) => {
      const right = { applicationId, kind: 'card', pattern: 'C1', reason: REASON };
      const { status, body } = await admin.post('/blocks', { ...right, ...fields });
      expect(status).toBe(422);
      return body.errors;
    };
    expect(
      await faults({ kind: 'cat', pattern: '', reason: 'x'.repeat(256), expiresAt: 1.5, by: 1 }),
    ).toEqual({
      kind: 'must be one of card, user, device, ip',
      pattern: 'must be text of 1 to 128 characters',
      reason:
        'must be 1 to 255 characters without line breaks, invisible characters, or leading or trailing white space',
      expiresAt: 'must be a whole number from 0 to 253402300799000',
      by: 'cannot be set here',
    });
    for (const kind of ['card', 'user', 'ip']) {
      expect(await faults({ kind, pattern: ' C1' })).toEqual({ pattern: expect.any(String) });
    }
    expect(await faults({ expiresAt: server.clock.now() })).toEqual({ expiresAt: 'must be in the future' });
    expect(await faults({ applicationId: 999_999 })).toEqual({
      applicationId: 'is not one of your applications',
    });
    const noAddress = { pattern: 'must be an IPv4 or IPv6 address or a CIDR range, such as 192.0.2.0/24' };
    for (const pattern of ['C1', '127.0.0', '10.0.0.0/33', '::1%eth0', '10.0.0.*']) {
      expect(await faults({ kind: 'ip', pattern })).toEqual(noAddress);
    }
    const { id } = await create({ kind: 'ip', pattern: '2001:db8::/32' });
    const path = `/blocks/${id}`;
    expect(await admin.patch(path, { pattern: 'C1', rowVersion: 1 })).toMatchObject({
      status: 422,
      body: { errors: noAddress },
    });
    const past = { expiresAt: server.clock.now() - 1, rowVersion: 1 };
    expect(await admin.patch(path, past)).toMatchObject({
      status: 422,
      body: { errors: { expiresAt: 'must be in the future' } },
    });
    for (const fixed of [{ kind: 'card' }, { applicationId: null }]) {
      expect(await admin.patch(path, { ...fixed, rowVersion: 1 })).toMatchObject({ status: 422 });
    }
    expect(await admin.get(path)).toMatchObject({ body: { pattern: '2001:db8::/32', rowVersion: 1 } });
  });

  it('that apply to all applications can be created, changed and deleted only by owners', async () => {
    const manager = await otherAdmin(admin, 'manager', [applicationId]);
    const token = await admin.create<{ token: string }>('/api-tokens', { name: 'Shop', role: 'manager' });
    const program = AdminClient.withToken(server.url, token.token);
    const everywhere = { kind: 'card', pattern: 'C1', reason: REASON };
    for (const client of [manager, program]) {
      for (const fields of [everywhere, { ...everywhere, applicationId: null }]) {
        expect(await client.post('/blocks', fields)).toMatchObject({ status: 403 });
      }
    }
    expect(await codeOfLogin()).toBe(0);

    const block = await admin.create('/blocks', everywhere);
    expect(block).toMatchObject({ applicationId: null });
    expect([await codeOfLogin(), await codeOfLogin('D1', 'C1', other)]).toEqual([10212, 10212]);
    const path = `/blocks/${String(block.id)}`;
    const edit = { reason: 'Other', rowVersion: 1 };
    expect((await manager.list('/blocks')).body).toEqual([]);
    expect(await manager.get(path)).toMatchObject({ status: 404 });
    expect(await manager.patch(path, edit)).toMatchObject({ status: 404 });
    expect(await manager.delete(path)).toMatchObject({ status: 404 });
    // A token with access to all applications sees the block.
    expect(await program.get(path)).toMatchObject({ status: 200 });
    expect(await program.patch(path, edit)).toMatchObject({ status: 403 });
    expect(await program.delete(path)).toMatchObject({ status: 403 });
    expect(await admin.patch(path, edit)).toMatchObject({ status: 200, body: { reason: 'Other' } });
    expect(await admin.delete(path)).toMatchObject({ status: 200 });
    expect(await codeOfLogin()).toBe(0);
  });
});
