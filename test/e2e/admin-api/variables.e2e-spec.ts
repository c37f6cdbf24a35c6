import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminClient } from '../../support/admin-client.js';
import { TestServer } from '../../support/test-server.js';

describe('variables in the admin API', () => {
  let server: TestServer;
  let admin: AdminClient;
  let applicationId: number;
  beforeAll(async () => {
    server = await TestServer.start();
    admin = await AdminClient.owner(server);
    ({ id: applicationId } = await admin.create('/applications', { name: 'Editor' }));
  });
  afterAll(() => server.stop());

  it('are created, listed, changed and deleted', async () => {
    const created = await admin.create('/variables', { applicationId, key: 'motd', value: 'Hello' });
    expect(created).toEqual({
      id: expect.any(Number),
      applicationId,
      key: 'motd',
      value: 'Hello',
      checkRule: null,
      cardAuth: false,
      trials: false,
      requireFeature: null,
      rowVersion: 1,
      createdAt: server.clock.now(),
      updatedAt: server.clock.now(),
    });
    const list = await admin.list('/variables', {
      filter: { applicationId, key: 'mo' },
      sort: ['key', 'ASC'],
    });
    expect(list.body).toEqual([created]);
    expect(list.headers.get('content-range')).toBe('items 0-0/1');

    const path = `/variables/${created.id}`;
    const edited = await admin.patch(path, { value: 'Bye', rowVersion: 1 });
    expect(edited).toMatchObject({ status: 200, body: { value: 'Bye', rowVersion: 2 } });
    const required = await admin.patch(path, { requireFeature: '导出', rowVersion: 2 });
    expect(required.body).toMatchObject({ requireFeature: '导出' });
    expect((await admin.patch(path, { requireFeature: null, rowVersion: 3 })).body).toMatchObject({
      requireFeature: null,
    });
    expect(await admin.patch(path, { value: 'Late', rowVersion: 1 })).toMatchObject({ status: 409 });
    expect(await admin.delete(path)).toMatchObject({ status: 200 });
    expect(await admin.get(path)).toMatchObject({ status: 404 });
  });

  it('refuse invalid values, field by field', async () => {
    const wrong = { key: 'a b', cardAuth: 'yes', requireFeature: '', extra: 1 };
    const answer = await admin.post('/variables', { applicationId, ...wrong });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({
      key: 'must be 1 to 64 characters: letters and digits of any script, _, . and -',
      value: 'is required',
      cardAuth: 'must be true or false',
      requireFeature: 'must be 1 to 64 characters: letters and digits of any script, _, . and -',
      extra: 'cannot be set here',
    });
    expect(await admin.post('/variables', { applicationId: 999, key: 'k', value: '' })).toMatchObject({
      status: 422,
      body: { errors: { applicationId: 'is not one of your applications' } },
    });
  });
});
