import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AuditRecord, VariableVersion } from '@app/database';
import { AdminClient, OWNER } from '../../support/admin-client.js';
import { TestServer } from '../../support/test-server.js';

describe('variables in the admin API', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);
  let applicationId: number;
  beforeAll(async () => {
    ({ id: applicationId } = await admin.create('/applications', { name: 'Editor' }));
  });

  it('are created, listed, changed and deleted', async () => {
    const created = await admin.create('/variables', { applicationId, key: 'motd', value: 'Hello' });
    expect(created).toEqual({
      id: expect.any(Number),
      applicationId,
      key: 'motd',
      value: 'Hello',
      version: 1,
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
    expect(edited).toMatchObject({ status: 200, body: { value: 'Bye', version: 2, rowVersion: 2 } });
    const required = await admin.patch(path, { requireFeature: '导出', rowVersion: 2 });
    expect(required.body).toMatchObject({ requireFeature: '导出' });
    expect((await admin.patch(path, { requireFeature: null, rowVersion: 3 })).body).toMatchObject({
      requireFeature: null,
    });
    expect(await admin.patch(path, { value: 'Late', rowVersion: 1 })).toMatchObject({ status: 409 });
    expect(await admin.delete(path)).toMatchObject({ status: 200 });
    expect(await admin.get(path)).toMatchObject({ status: 404 });
  });

  describe('versions', () => {
    let path: string;
    let count = 0;
    beforeEach(async () => {
      const { id } = await admin.create('/variables', { applicationId, key: `v${++count}`, value: 'one' });
      path = `/variables/${id}`;
    });

    const versions = async () =>
      (await admin.list<{ version: number }>(`${path}/versions`)).body.map(({ version }) => version);
    const valueOf = async (version: number) => (await admin.get(`${path}/versions/${version}`)).body.value;

    it('are created for each new value, and restoring a version creates another one', async () => {
      server.clock.advance(5);
      await admin.patch(path, { value: 'two', rowVersion: 1 });
      await admin.patch(path, { cardAuth: true, rowVersion: 2 });
      expect(await versions()).toEqual([2, 1]);
      expect([await valueOf(1), await valueOf(2)]).toEqual(['one', 'two']);
      const { body } = await admin.list(`${path}/versions`);
      expect(body[0]).toEqual({
        id: expect.any(Number),
        version: 2,
        createdBy: OWNER.email,
        createdAt: server.clock.now(),
      });

      const undone = await admin.post(`${path}/versions/1/restore`, { rowVersion: 3 });
      expect(undone).toMatchObject({
        status: 200,
        body: { value: 'one', version: 3, rowVersion: 4, cardAuth: true },
      });
      expect([await versions(), await valueOf(3)]).toEqual([[3, 2, 1], 'one']);
      const [record] = await server.dataSource
        .getRepository(AuditRecord)
        .find({ where: { resource: 'variables' }, order: { id: 'DESC' }, take: 1 });
      expect(record).toMatchObject({ action: 'restore' });
      expect(JSON.parse(record!.before!)).toEqual({ value: 'two', version: 2 });

      // Restoring the current value changes nothing.
      expect(await admin.post(`${path}/versions/3/restore`, { rowVersion: 4 })).toMatchObject({
        body: { version: 3, rowVersion: 4 },
      });
      expect(await admin.post(`${path}/versions/9/restore`, { rowVersion: 4 })).toMatchObject({
        status: 404,
      });
      expect(await admin.post(`${path}/versions/1/restore`, { rowVersion: 1 })).toMatchObject({
        status: 409,
      });
      expect(await admin.get(`${path}/versions/9`)).toMatchObject({ status: 404 });
    });

    it('are created by only one of many concurrent edits', async () => {
      const edit = async (i: number): Promise<number> => {
        const { status } = await admin.patch(path, { value: `value ${i}`, rowVersion: 1 });
        return status === 503 ? edit(i) : status;
      };
      const statuses = await Promise.all(Array.from({ length: 10 }, (_, i) => edit(i)));
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(409)]);
      expect(await versions()).toEqual([2, 1]);
      expect(await valueOf(2)).toBe((await admin.get(path)).body.value);
    });

    it('are deleted with their variable', async () => {
      const { id } = (await admin.get<{ id: number }>(path)).body;
      await admin.delete(path);
      expect(await server.dataSource.getRepository(VariableVersion).countBy({ variableId: id })).toBe(0);
      expect(await admin.list(`${path}/versions`)).toMatchObject({ status: 404 });
    });
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
