import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Admin, AdminApplication, AdminSession, ApiToken } from '@app/database';
import { AdminClient, OWNER } from '../../support/admin-client.js';
import { editAdmin, hire, newToken, unchanged } from '../../support/admin-fixtures.js';
import { TestServer } from '../../support/test-server.js';

const PASSWORD = 'a password of ten';
const LAST_OWNER = {
  status: 409,
  body: { message: 'This is the last owner who can sign in; create another one first' },
};

describe('administrators in the admin API', () => {
  const server = TestServer.forSuite();
  const owner = AdminClient.forSuite(server);
  let applicationIds: number[];
  beforeAll(async () => {
    const applications = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => owner.create('/applications', { name })),
    );
    applicationIds = applications.map(({ id }) => id).toSorted((a, b) => a - b);
  });

  it('are created, listed, changed and deleted', async () => {
    const [one, two, three] = applicationIds as [number, number, number];
    const fields = {
      email: 'Ann@Example.COM',
      name: 'Ann',
      role: 'manager',
      applicationIds: [two, one, two],
    };
    const created = await owner.create('/admins', { ...fields, password: PASSWORD });
    const now = server.clock.now();
    expect(created).toEqual({
      id: expect.any(Number),
      email: 'ann@example.com',
      name: 'Ann',
      role: 'manager',
      enabled: true,
      totpEnabledAt: null,
      lastSignInAt: null,
      rowVersion: 1,
      createdAt: now,
      updatedAt: now,
      applicationIds: [one, two],
    });
    const list = await owner.list('/admins', { filter: { email: 'ann@' }, sort: ['email', 'ASC'] });
    expect(list.body).toEqual([created]);
    expect(list.headers.get('content-range')).toBe('items 0-0/1');
    expect((await owner.list('/admins', { filter: { role: 'manager' } })).body).toEqual([created]);
    expect((await owner.list('/admins', { filter: { role: 'viewer' } })).body).toEqual([]);

    const path = `/admins/${created.id}`;
    const edit = { name: 'Anna', applicationIds: [three], rowVersion: 1 };
    const edited = await owner.patch(path, edit);
    expect(edited.body).toEqual({ ...created, name: 'Anna', applicationIds: [three], rowVersion: 2 });
    expect(await unchanged(server, () => owner.patch(path, edit))).toMatchObject({ status: 409 });
    expect((await owner.patch(path, { applicationIds: [], rowVersion: 2 })).body).toMatchObject({
      name: 'Anna',
      applicationIds: [],
      rowVersion: 3,
    });
    expect(await owner.get(path)).toMatchObject({ status: 200, body: { rowVersion: 3 } });
    // An edit to the same value is not a change.
    const same = { name: 'Anna', applicationIds: [], rowVersion: 3 };
    expect(await unchanged(server, () => owner.patch(path, same))).toMatchObject({ body: { rowVersion: 3 } });

    expect(await owner.delete(path)).toMatchObject({ status: 200, body: { name: 'Anna' } });
    expect(await owner.get(path)).toMatchObject({ status: 404 });
  });

  it.each([
    [{ email: 'no address' }, { email: 'must be an email address' }],
    [{ email: OWNER.email.toUpperCase() }, { email: 'is already taken' }],
    [{ password: 'too short' }, { password: 'must be text of 10 to 128 characters' }],
    [{ role: 'root' }, { role: 'must be one of viewer, operator, manager, owner' }],
    [{ applicationIds: [999_999] }, { applicationIds: 'contains an application that does not exist' }],
    [{ applicationIds: 'all' }, { applicationIds: 'must be a list of IDs' }],
    [{ enabled: 'yes' }, { enabled: 'must be true or false' }],
    [
      { name: null },
      {
        name: 'must be 1 to 100 characters without line breaks, invisible characters, or leading or trailing white space',
      },
    ],
  ])('are refused, as a whole, with %j', async (fault, errors) => {
    const right = { email: 'new@example.com', name: 'New', role: 'viewer', password: PASSWORD };
    const created = await unchanged(server, () => owner.post('/admins', { ...right, ...fault }));
    expect(created).toMatchObject({ status: 422, body: { errors } });
    const { id } = await hire(server, owner, 'viewer');
    const edited = await unchanged(server, () => owner.patch(`/admins/${id}`, { ...fault, rowVersion: 1 }));
    expect(edited).toMatchObject({ status: 422, body: { errors } });
  });

  it('are deleted with their sessions and tokens, which stop working', async () => {
    const { id, client } = await hire(server, owner, 'manager', applicationIds);
    const { token } = await newToken(client, { role: 'manager', applicationIds });
    const program = AdminClient.withToken(server.url, token);
    expect(await program.get('/auth/me')).toMatchObject({ status: 200 });
    expect(await owner.delete(`/admins/${id}`)).toMatchObject({ status: 200 });
    expect(await client.get('/auth/me')).toMatchObject({ status: 401 });
    expect(await program.get('/auth/me')).toMatchObject({ status: 401 });
    for (const entity of [AdminSession, ApiToken, AdminApplication]) {
      expect(
        await server.dataSource.getRepository<{ adminId: number }>(entity).countBy({ adminId: id }),
      ).toBe(0);
    }
  });

  describe('can access the applications assigned to them', () => {
    const FIELDS: Record<string, object> = {
      variables: { key: 'k', value: 'v' },
      'card-types': { name: 'Day', durationUnit: 'days', durationAmount: 1 },
      versions: { version: '1.0.0', url: 'https://example.com' },
      blocks: { kind: 'device', pattern: 'D', reason: 'r' },
      functions: { name: 'f', source: 'function f() {}' },
      data: { key: 'k', value: 'v' },
      channels: { name: 'Shop' },
    };
    const RESOURCES = ['applications', ...Object.keys(FIELDS)];
    /** Ids of the records by resource and application. */
    const ids: Record<string, number[]> = {};
    beforeAll(async () => {
      ids['applications'] = applicationIds;
      for (const [resource, fields] of Object.entries(FIELDS)) {
        ids[resource] = [];
        for (const applicationId of applicationIds) {
          ids[resource].push((await owner.create(`/${resource}`, { applicationId, ...fields })).id);
        }
      }
    });

    const listed = async (client: AdminClient, resource: string, filter?: object) => {
      const answer = await client.list<{ id: number }>(`/${resource}`, { sort: ['id', 'ASC'], ...(filter && { filter }) }); // prettier-ignore
      const rows = answer.body.map(({ id }) => id);
      const range = rows.length > 0 ? `0-${rows.length - 1}` : '*';
      expect(answer.headers.get('content-range')).toBe(`items ${range}/${rows.length}`);
      return rows.filter((id) => ids[resource]!.includes(id));
    };

    it.each(RESOURCES)('in %s: to list, to read and to create', async (resource) => {
      const [one, two, three] = ids[resource] as [number, number, number];
      const { client } = await hire(server, owner, 'manager', applicationIds.slice(0, 2));
      expect(await listed(client, resource)).toEqual([one, two]);
      expect(await listed(client, resource, { id: [two, three] })).toEqual([two]);
      const { body } = await owner.get(`/${resource}/${two}`);
      expect(await client.get(`/${resource}/${two}`)).toMatchObject({ status: 200, body });
      expect((await client.get(`/${resource}/${three}`)).status).toBe(404);
      expect(await listed((await hire(server, owner, 'manager')).client, resource)).toEqual([]);
      expect(await listed(owner, resource)).toEqual([one, two, three]);
      if (resource === 'applications') return;

      expect(await listed(client, resource, { applicationId: applicationIds[2] })).toEqual([]);
      const wanted = { ...FIELDS[resource], applicationId: applicationIds[2] };
      const refused = {
        status: 422,
        body: { errors: { applicationId: 'is not one of your applications' } },
      };
      expect(await unchanged(server, () => client.post(`/${resource}`, wanted))).toMatchObject(refused);
      // The same as for a missing record.
      const nowhere = { ...wanted, applicationId: 999_999 };
      expect(await unchanged(server, () => client.post(`/${resource}`, nowhere))).toMatchObject(refused);
    });

    it('from the next request on, and only while they are assigned', async () => {
      const account = await hire(server, owner, 'manager', applicationIds.slice(0, 1));
      const { client } = account;
      const seen = () => listed(client, 'applications');
      expect(await seen()).toEqual(applicationIds.slice(0, 1));
      await editAdmin(owner, account, { applicationIds: applicationIds.slice(1) });
      expect(await seen()).toEqual(applicationIds.slice(1));
      expect((await client.get('/auth/me')).body.applicationIds).toEqual(applicationIds.slice(1));
      await editAdmin(owner, account, { role: 'owner' });
      expect(await seen()).toEqual(applicationIds);
      expect((await client.get('/auth/me')).body.applicationIds).toBeNull();
      await editAdmin(owner, account, { role: 'viewer' });
      expect(await seen()).toEqual(applicationIds.slice(1));
      expect(await client.get('/admins')).toMatchObject({ status: 403 });
    });

    it('until an application is deleted', async () => {
      const { id } = await owner.create('/applications', { name: 'Short', enabled: false });
      const account = await hire(server, owner, 'manager', [id]);
      await owner.delete(`/applications/${id}`);
      expect((await account.client.get('/auth/me')).body.applicationIds).toEqual([]);
      expect((await owner.get(`/admins/${account.id}`)).body.applicationIds).toEqual([]);
    });
  });
});

describe('the last owner', () => {
  let server: TestServer;
  let owner: AdminClient;
  let ownerId: number;
  beforeEach(async () => {
    server = await TestServer.start();
    owner = await AdminClient.owner(server);
    ownerId = Number((await owner.get('/auth/me')).body.id);
  });
  afterEach(() => server.stop());

  const isChanged = (id: number, changes: object) => owner.edit(`/admins/${id}`, changes);

  it.each([{ role: 'manager' }, { enabled: false }, { role: 'viewer', enabled: false }])(
    'can be neither demoted nor disabled: %j',
    async (changes) => {
      expect(await isChanged(ownerId, changes)).toMatchObject(LAST_OWNER);
      // A disabled owner does not count.
      const { id } = await hire(server, owner, 'owner');
      expect(await isChanged(id, { enabled: false })).toMatchObject({ status: 200 });
      expect(await isChanged(ownerId, changes)).toMatchObject(LAST_OWNER);
      expect(await isChanged(ownerId, { name: 'Renamed' })).toMatchObject({ status: 200 });
      expect(await isChanged(id, { enabled: true })).toMatchObject({ status: 200 });
      expect(await isChanged(ownerId, changes)).toMatchObject({ status: 200 });
      expect(await owner.get('/admins')).toMatchObject({ status: 'enabled' in changes ? 401 : 403 });
    },
  );

  it('cannot be deleted', async () => {
    expect(await owner.delete(`/admins/${ownerId}`)).toMatchObject(LAST_OWNER);
    const { id, client } = await hire(server, owner, 'owner');
    await isChanged(id, { enabled: false });
    expect(await owner.delete(`/admins/${ownerId}`)).toMatchObject(LAST_OWNER);
    expect(await owner.delete(`/admins/${id}`)).toMatchObject({ status: 200 });
    expect(await client.get('/auth/me')).toMatchObject({ status: 401 });
  });

  it.each(['demote', 'disable', 'delete'])('remains when owners %s each other concurrently', async (what) => {
    for (let round = 0; round < 5; round++) {
      const other = await hire(server, owner, 'owner');
      const pairs = [
        [owner, other.id],
        [other.client, ownerId],
      ] as const;
      const versions = await Promise.all(
        pairs.map(async ([, id]) => (await owner.get(`/admins/${id}`)).body.rowVersion),
      );
      const answers = await Promise.all(
        pairs.map(([client, id], i) => {
          const rowVersion = versions[i];
          if (what === 'delete') return client.delete(`/admins/${id}`);
          return client.patch(`/admins/${id}`, {
            ...(what === 'demote' ? { role: 'viewer' } : { enabled: false }),
            rowVersion,
          });
        }),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const owners = await server.dataSource.getRepository(Admin).findBy({ role: 'owner', enabled: true });
      expect(owners).toHaveLength(1);

      if (owners[0]!.id === ownerId) continue;
      owner = other.client;
      ownerId = other.id;
    }
  });
});
