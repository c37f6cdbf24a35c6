import { beforeEach, describe, expect, it } from '@jest/globals';
import { AuditRecord } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication } from '../../support/card-application.js';
import { TestServer } from '../../support/test-server.js';

/** A version in a list. */
interface Listed {
  id: number;
  channel: string;
  version: string;
  latest: boolean;
}

describe('software versions in the admin API', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);
  let app: CardApplication;
  let applicationId: number;
  beforeEach(async () => {
    app = await CardApplication.create(server);
    ({ applicationId } = await app.row());
  });

  const create = (version: string, more: object = {}) =>
    admin.post('/versions', { applicationId, version, url: 'https://example.com/', released: true, ...more });
  const latest = (channel = 'stable') => app.client.get('/software/version/latest', { channel });

  it('are created, listed, changed and deleted, and take effect for clients immediately', async () => {
    const { status, body: created } = await create('v1.10.0');
    expect(status).toBe(201);
    expect(created).toEqual({
      id: expect.any(Number),
      applicationId,
      channel: 'stable',
      version: 'v1.10.0',
      url: 'https://example.com/',
      notice: '',
      released: true,
      forced: false,
      latest: true,
      rowVersion: 1,
      createdAt: server.clock.now(),
      updatedAt: server.clock.now(),
    });
    expect(await latest()).toMatchObject({ code: 0, result: { version: 'v1.10.0' } });

    const path = `/versions/${String(created.id)}`;
    expect(await admin.get(path)).toMatchObject({ status: 200, body: created });
    server.clock.advance(1);
    const edited = await admin.patch(path, { notice: 'Faster', url: 'https://example.com/2', rowVersion: 1 });
    expect(edited).toMatchObject({ status: 200, body: { notice: 'Faster', rowVersion: 2 } });
    expect(edited.body.updatedAt).toBe(server.clock.now());
    expect(await latest()).toMatchObject({ result: { notice: 'Faster', url: 'https://example.com/2' } });
    expect(await admin.patch(path, { notice: 'Late', rowVersion: 1 })).toMatchObject({ status: 409 });

    expect(await admin.delete(path)).toMatchObject({ status: 200, body: { version: 'v1.10.0' } });
    expect(await admin.get(path)).toMatchObject({ status: 404 });
    expect(await latest()).toMatchObject({ code: 10304 });

    const records = await server.dataSource
      .getRepository(AuditRecord)
      .find({ where: { applicationId, resource: 'versions' }, order: { id: 'ASC' } });
    expect(records.map(({ action, recordName }) => [action, recordName])).toEqual([
      ['create', 'stable v1.10.0'],
      ['update', 'stable v1.10.0'],
      ['delete', 'stable v1.10.0'],
    ]);
    expect(JSON.parse(records[1]!.after!)).toEqual({ notice: 'Faster', url: 'https://example.com/2' });
  });

  it('are drafts until they are released', async () => {
    const { body } = await create('2.0-beta.1', { channel: 'beta', notice: 'New', released: undefined });
    expect(body).toMatchObject({ released: false, latest: false });
    expect(await latest('beta')).toMatchObject({ code: 10304 });
    const released = await admin.patch(`/versions/${String(body.id)}`, { released: true, rowVersion: 1 });
    expect(released).toMatchObject({ status: 200, body: { released: true, latest: true } });
    expect(await latest('beta')).toMatchObject({ result: { version: '2.0-beta.1', notice: 'New' } });
    expect(await latest()).toMatchObject({ code: 10304 });
  });

  it('show what the clients of each channel get now', async () => {
    await create('1.10');
    await create('1.9');
    await create('2.0', { released: false });
    await create('1.0', { channel: 'beta' });
    const other = await admin.create('/applications', { name: 'Other' });
    await create('9.0', { applicationId: other.id });
    const marked = async () => {
      const sort: [string, string] = ['id', 'ASC'];
      const { body } = await admin.list<Listed>('/versions', { filter: { applicationId }, sort });
      return body.filter((row) => row.latest).map(({ channel, version }) => `${channel} ${version}`);
    };
    expect(await marked()).toEqual(['stable 1.10', 'beta 1.0']);
    const { body } = await admin.list<Listed>('/versions', { filter: { applicationId, version: '2.0' } });
    const path = `/versions/${body[0]!.id}`;
    expect(await admin.patch(path, { released: true, rowVersion: 1 })).toMatchObject({
      body: { latest: true },
    });
    expect(await marked()).toEqual(['stable 2.0', 'beta 1.0']);
    expect(await latest()).toMatchObject({ result: { version: '2.0' } });
    await admin.patch(path, { released: false, rowVersion: 2 });
    expect(await marked()).toEqual(['stable 1.10', 'beta 1.0']);
    expect(await admin.get(path)).toMatchObject({ body: { latest: false } });
  });

  it('may be forced for older clients', async () => {
    const { body } = await create('2.0', { forced: true });
    expect(body).toMatchObject({ forced: true });
    const older = async () => (await app.client.get('/software/version/latest', { version: '1.0' })).result;
    expect(await older()).toMatchObject({ forced: 1 });
    const path = `/versions/${String(body.id)}`;
    expect(await admin.patch(path, { forced: false, rowVersion: 1 })).toMatchObject({
      body: { forced: false },
    });
    expect(await older()).not.toHaveProperty('forced');
    expect(await create('3.0', { forced: 'yes' })).toMatchObject({ status: 422 });
  });

  it('are listed by filters and in an order', async () => {
    for (const [version, channel, released] of [
      ['1.0', 'stable', true],
      ['1.1', 'beta', false],
      ['2.0', 'beta', true],
    ] as const) {
      await create(version, { channel, released });
    }
    const found = async (filter: object, sort?: [string, string]) => {
      const list = await admin.list('/versions', {
        filter: { applicationId, ...filter },
        ...(sort && { sort }),
      });
      expect(list.status).toBe(200);
      return list.body.map(({ version }) => version);
    };
    expect(await found({})).toEqual(['2.0', '1.1', '1.0']);
    expect(await found({ channel: 'beta' })).toEqual(['2.0', '1.1']);
    expect(await found({ channel: 'beta', released: false })).toEqual(['1.1']);
    expect(await found({ version: '1.' }, ['id', 'ASC'])).toEqual(['1.0', '1.1']);
    expect(await found({}, ['channel', 'DESC'])).toEqual(['1.0', '2.0', '1.1']);
    expect(await admin.list('/versions', { filter: { url: 'x' } })).toMatchObject({ status: 400 });
    expect(await admin.list('/versions', { sort: ['url', 'ASC'] })).toMatchObject({ status: 400 });
  });

  it('refuse invalid values, field by field', async () => {
    const answer = await admin.post('/versions', {
      applicationId,
      channel: 'a b',
      version: 'newest',
      released: 1,
      size: 5,
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({
      channel: 'must be 1 to 32 characters: letters and digits of any script, _, . and -',
      version: 'must be a version such as 1.10.0 or v2.0-beta.1, of at most 64 characters',
      url: 'is required',
      released: 'must be true or false',
      size: 'cannot be set here',
    });
    expect(await create('1.0', { applicationId: 999_999 })).toMatchObject({
      status: 422,
      body: { errors: { applicationId: 'is not one of your applications' } },
    });
  });

  it.each([
    ['1.0', '1.0'],
    ['1.0', 'v1.0.0'],
    ['V1', '1.0+build.7'],
    ['1.0-beta.01', '1-beta.1'],
  ])('that clients cannot tell apart are refused in one channel: %s and %s', async (version, twin) => {
    await create(version);
    const refused = {
      status: 422,
      body: { errors: { version: `already exists in the channel stable as ${version}` } },
    };
    expect(await create(twin)).toMatchObject(refused);
    expect(await create(twin, { released: false })).toMatchObject(refused);

    const { body: other } = await create(twin, { channel: 'beta' });
    const path = `/versions/${String(other.id)}`;
    expect(await admin.patch(path, { channel: 'stable', rowVersion: 1 })).toMatchObject(refused);
    expect(await admin.patch(path, { version: '3', rowVersion: 1 })).toMatchObject({ status: 200 });
    const moved = { channel: 'stable', version: twin, rowVersion: 2 };
    expect(await admin.patch(path, moved)).toMatchObject(refused);
    expect(await admin.get(path)).toMatchObject({ body: { channel: 'beta', version: '3', rowVersion: 2 } });
  });

  it('can be edited to another spelling of the same version', async () => {
    const { body } = await create('1.0');
    const edited = await admin.patch(`/versions/${String(body.id)}`, { version: 'v1.0.0', rowVersion: 1 });
    expect(edited).toMatchObject({ status: 200, body: { version: 'v1.0.0' } });
  });

  it('of another application do not conflict', async () => {
    await create('1.0');
    const other = await admin.create('/applications', { name: 'Other' });
    expect(await create('v1.0', { applicationId: other.id })).toMatchObject({ status: 201 });
  });

  it('that clients cannot tell apart are created by only one of many concurrent requests', async () => {
    const texts = Array.from({ length: 10 }, (_, i) => `1${'.0'.repeat(i)}`);
    const answers = await Promise.all(texts.map((text) => create(text)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(9).fill(422)]);
  });
});
