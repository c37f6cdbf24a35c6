import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiToken, ApiTokenApplication, type Role } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { editAdmin, hashOf, hire, newToken, unchanged } from '../../support/admin-fixtures.js';
import { eventually } from '../../support/server-process.js';
import { TestServer } from '../../support/test-server.js';

const MINUTE_SEC = 60;

describe('API tokens', () => {
  const server = TestServer.forSuite();
  const owner = AdminClient.forSuite(server);
  let applicationIds: number[];
  beforeAll(async () => {
    const applications = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => owner.create('/applications', { name })),
    );
    applicationIds = applications.map(({ id }) => id).toSorted((a, b) => a - b);
  });

  const program = (token: string) => AdminClient.withToken(server.url, token);
  const statusOf = async (token: string) => (await program(token).get('/auth/me')).status;
  /** Current rights of a token. */
  const opens = async (token: string) => {
    const { status, body } = await program(token).get('/auth/me');
    if (status !== 200) return status;
    const { body: rows } = await program(token).list<{ id: number }>('/applications', {
      sort: ['id', 'ASC'],
    });
    const seen = rows.map(({ id }) => id).filter((id) => applicationIds.includes(id));
    expect(body.applicationIds ?? applicationIds).toEqual(seen);
    return { role: body.role, seen };
  };

  it('are shown once, stored as a hash, listed and revoked', async () => {
    const { id: adminId, client } = await hire(server, owner, 'manager', applicationIds);
    const created = await client.create<{ id: number; token: string }>('/api-tokens', {
      name: 'Shop',
      role: 'operator',
    });
    const { token, ...shown } = created;
    expect(token).toMatch(/^lk_[A-Za-z0-9]{43}$/);
    const now = server.clock.now();
    expect(shown).toEqual({
      id: expect.any(Number),
      adminId,
      name: 'Shop',
      role: 'operator',
      allApplications: true,
      hint: token.slice(0, 8),
      expiresAt: null,
      lastUsedAt: null,
      rowVersion: 1,
      createdAt: now,
      updatedAt: now,
      applicationIds: [],
    });
    const row = await server.dataSource.getRepository(ApiToken).findOneByOrFail({ id: created.id });
    expect(row.tokenHash).toBe(hashOf(token));
    expect(JSON.stringify(row)).not.toContain(token.slice(8));

    expect((await client.list('/api-tokens')).body).toEqual([shown]);
    expect((await client.get(`/api-tokens/${created.id}`)).body).toEqual(shown);
    expect(await opens(token)).toEqual({ role: 'operator', seen: applicationIds });
    expect(await client.delete(`/api-tokens/${created.id}`)).toMatchObject({
      status: 200,
      body: { name: 'Shop' },
    });
    expect(await opens(token)).toBe(401);
    expect(await client.get(`/api-tokens/${created.id}`)).toMatchObject({ status: 404 });
  });

  it('record their last use by the minute, which does not count as a change', async () => {
    const { id, token } = await newToken(owner);
    const shown = async () =>
      (await owner.get<{ lastUsedAt: number; rowVersion: number }>(`/api-tokens/${id}`)).body;
    /** Waits for the record, since the server answers before it has recorded the use. */
    const isRecorded = async () => {
      await statusOf(token);
      await eventually(async () => (await shown()).lastUsedAt === server.clock.now() || undefined);
    };
    await isRecorded();
    const first = server.clock.now();
    server.clock.advance(MINUTE_SEC - 1);
    await statusOf(token);
    expect(await shown()).toMatchObject({ lastUsedAt: first });
    server.clock.advance(1);
    await isRecorded();
    expect(await shown()).toMatchObject({ rowVersion: 1 });
  });

  it('are managed by their administrators and by owners', async () => {
    const { client } = await hire(server, owner, 'viewer');
    const stranger = await hire(server, owner, 'manager', applicationIds);
    const { id, token } = await newToken(client);
    const path = `/api-tokens/${id}`;
    expect((await stranger.client.list('/api-tokens')).body).toEqual([]);
    const { id: adminId } = (await client.get('/auth/me')).body;
    expect((await stranger.client.list('/api-tokens', { filter: { adminId } })).body).toEqual([]);
    expect((await stranger.client.list('/api-tokens', { filter: { id: [id] } })).body).toEqual([]);
    expect(await stranger.client.get(path)).toMatchObject({ status: 404 });
    expect(await stranger.client.delete(path)).toMatchObject({ status: 404 });
    expect(await statusOf(token)).toBe(200);
    expect((await owner.list<{ id: number }>('/api-tokens', { filter: { adminId } })).body).toHaveLength(1);
    expect(await owner.delete(path)).toMatchObject({ status: 200 });
    expect(await statusOf(token)).toBe(401);
  });

  it.each(['manager', 'owner'] as const)(
    'limited to applications see only themselves (of a %s)',
    async (role) => {
      const { id: adminId, client } = await hire(server, owner, role, applicationIds);
      const limited = { role: 'viewer', applicationIds: [applicationIds[0]!] } as const;
      const own = await newToken(client, limited);
      const others = [await newToken(client, limited), await newToken(client, { role: 'viewer' })];
      const ids = [own, ...others].map(({ id }) => id);
      const idsSeen = async (token: string, filter: object = {}) => {
        const { body } = await program(token).list<{ id: number }>('/api-tokens', {
          filter,
          sort: ['id', 'ASC'],
        });
        return body.map(({ id }) => id);
      };
      for (const filter of [{}, { adminId }, { id: ids }])
        expect(await idsSeen(own.token, filter)).toEqual([own.id]);
      for (const filter of [{ id: [others[0]!.id] }, { id: [] }, { adminId: adminId + 1 }])
        expect(await idsSeen(own.token, filter)).toEqual([]);
      for (const [id, status] of [[own.id, 200], ...others.map(({ id }) => [id, 404])])
        expect(await program(own.token).get(`/api-tokens/${id}`)).toMatchObject({ status });
      // The loss of its applications does not lift the limit.
      await server.dataSource.getRepository(ApiTokenApplication).delete({ tokenId: own.id });
      expect(await idsSeen(own.token)).toEqual([own.id]);
      // A token that is not limited, and the administrator, see all tokens of the administrator.
      expect(await idsSeen(others[1]!.token)).toEqual(ids);
      expect(((await client.list('/api-tokens', { filter: { adminId } })).body as unknown[]).length).toBe(3);
    },
  );

  it('cannot create or revoke tokens, nor call routes for administrators in person', async () => {
    const { id, token } = await newToken(owner, { role: 'owner' });
    const refused = {
      status: 403,
      body: { message: 'Only a signed-in administrator can do this; API tokens cannot' },
    };
    expect(await program(token).post('/api-tokens', { name: 'Child', role: 'viewer' })).toMatchObject(
      refused,
    );
    expect(await program(token).delete(`/api-tokens/${id}`)).toMatchObject(refused);
    expect(await program(token).get('/auth/sessions')).toMatchObject(refused);
    expect(await statusOf(token)).toBe(200);
  });

  it("cannot change their administrator's password, one-time passwords and sessions as those of others", async () => {
    const self = await hire(server, owner, 'owner');
    const { token } = await newToken(self.client, { role: 'owner' });
    const { client: colleague, ...other } = await hire(server, owner, 'owner');
    const act = async (id: number) => {
      const { rowVersion } = (await program(token).get<{ rowVersion: number }>(`/admins/${id}`)).body;
      const password = 'a new password 1';
      return [
        (await program(token).patch(`/admins/${id}`, { password, rowVersion })).status,
        (await program(token).post(`/admins/${id}/reset-totp`)).status,
        (await program(token).post(`/admins/${id}/sign-out`)).status,
      ];
    };
    expect(await act(self.id)).toEqual([403, 403, 403]);
    expect(await self.client.get('/auth/me')).toMatchObject({ status: 200 });
    expect(await act(other.id)).toEqual([200, 200, 200]);
    expect(await colleague.get('/auth/me')).toMatchObject({ status: 401 });
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic b3duZXI6cGFzc3dvcmQ=', 'Bearer lk_', 'lk_made-up', 'Bearer a b'])(
    'are refused in the malformed header "%s"',
    async (authorization) => {
      const answer = await new AdminClient(server.url).request('GET', '/auth/me', undefined, {
        authorization,
      });
      expect(answer).toMatchObject({ status: 401 });
    },
  );

  describe('cannot be created', () => {
    it.each<[Role, object, object]>([
      ['viewer', { role: 'operator' }, { role: 'cannot exceed your own role, viewer' }],
      ['operator', { role: 'manager' }, { role: 'cannot exceed your own role, operator' }],
      ['manager', { role: 'owner' }, { role: 'cannot exceed your own role, manager' }],
      ['manager', { role: 'root' }, { role: 'must be one of issuer, viewer, operator, manager, owner' }],
      ['manager', { name: '' }, { name: 'must be 1 to 100 characters without line breaks, invisible characters, or leading or trailing white space' }], // prettier-ignore
      ['manager', { expiresAt: 0 }, { expiresAt: 'must be in the future' }],
      ['manager', { expiresAt: -1 }, expect.objectContaining({ expiresAt: expect.any(String) })],
      [
        'manager',
        { applicationIds: [999_999] },
        { applicationIds: 'contains an application that is not yours' },
      ],
      ['manager', { applicationIds: null }, { applicationIds: 'must be a list of IDs' }],
      [
        'owner',
        { applicationIds: [999_999] },
        { applicationIds: 'contains an application that is not yours' },
      ],
    ])('by a %s with %j', async (role, fault, errors) => {
      const { client } = await hire(server, owner, role, applicationIds.slice(0, 2));
      const wanted = { name: 'Mine', role: 'viewer', ...fault };
      const answer = await unchanged(server, () => client.post('/api-tokens', wanted));
      expect(answer).toMatchObject({ status: 422, body: { errors } });
    });

    it('for an application that is not assigned to their administrator', async () => {
      const { client } = await hire(server, owner, 'manager', applicationIds.slice(0, 2));
      const answer = await client.post('/api-tokens', { name: 'Mine', role: 'viewer', applicationIds });
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: { applicationIds: 'contains an application that is not yours' } },
      });
      expect((await client.list('/api-tokens')).body).toEqual([]);
    });

    it('as an owner of some applications', async () => {
      const fields = { name: 'Mine', role: 'owner', applicationIds: applicationIds.slice(0, 1) };
      expect(await owner.post('/api-tokens', fields)).toMatchObject({
        status: 422,
        body: {
          errors: {
            role: 'cannot be owner: owners have all applications; choose another role to limit the token',
          },
        },
      });
    });
  });

  describe('never have more rights than their administrator currently has', () => {
    const given = () => applicationIds.slice(0, 2);

    it('when the administrator is demoted, and promoted again', async () => {
      const account = await hire(server, owner, 'manager', given());
      const { token } = await newToken(account.client, { role: 'manager' });
      const roleAfter = async (role: Role) => {
        await editAdmin(owner, account, { role });
        return opens(token);
      };
      expect(await opens(token)).toEqual({ role: 'manager', seen: given() });
      expect(await roleAfter('viewer')).toEqual({ role: 'viewer', seen: given() });
      expect(await program(token).patch(`/applications/${given()[0]}`, { rowVersion: 1 })).toMatchObject({
        status: 403,
      });
      // The token never gets more rights than it was created with.
      expect(await roleAfter('owner')).toEqual({ role: 'manager', seen: applicationIds });
      expect(await program(token).get('/admins')).toMatchObject({ status: 403 });
    });

    it('when an owner is demoted', async () => {
      const account = await hire(server, owner, 'owner', given());
      const { token } = await newToken(account.client, { role: 'owner' });
      expect(await program(token).get('/admins')).toMatchObject({ status: 200 });
      await editAdmin(owner, account, { role: 'operator' });
      expect(await opens(token)).toEqual({ role: 'operator', seen: given() });
      expect(await program(token).get('/admins')).toMatchObject({ status: 403 });
    });

    it('when an application is unassigned, and assigned again', async () => {
      const account = await hire(server, owner, 'manager', given());
      const { token } = await newToken(account.client, { role: 'viewer' });
      const limited = await newToken(account.client, { role: 'viewer', applicationIds: given() });
      await editAdmin(owner, account, { applicationIds: applicationIds.slice(1) });
      expect(await opens(token)).toEqual({ role: 'viewer', seen: applicationIds.slice(1) });
      expect(await opens(limited.token)).toEqual({ role: 'viewer', seen: applicationIds.slice(1, 2) });
      expect((await program(limited.token).get(`/applications/${applicationIds[0]}`)).status).toBe(404);
      await editAdmin(owner, account, { applicationIds });
      expect(await opens(limited.token)).toEqual({ role: 'viewer', seen: given() });
    });

    it('when the administrator is disabled', async () => {
      const account = await hire(server, owner, 'manager', given());
      const { token } = await newToken(account.client);
      await editAdmin(owner, account, { enabled: false });
      expect(await opens(token)).toBe(401);
      await editAdmin(owner, account, { enabled: true });
      expect(await opens(token)).toEqual({ role: 'viewer', seen: given() });
    });
  });

  describe('that are limited to applications', () => {
    it('have access to only these applications, with their role', async () => {
      const [one, two] = applicationIds as [number, number];
      const { token, id } = await newToken(owner, { role: 'manager', applicationIds: [two, two] });
      expect((await owner.get(`/api-tokens/${id}`)).body).toMatchObject({
        allApplications: false,
        applicationIds: [two],
      });
      expect(await opens(token)).toEqual({ role: 'manager', seen: [two] });
      const variable = { key: 'k', value: 'v' };
      const create = (applicationId: number) =>
        program(token).post('/variables', { ...variable, applicationId });
      expect(await create(one)).toMatchObject({ status: 422 });
      expect(await create(two)).toMatchObject({ status: 201 });
      expect(await program(token).post('/applications', { name: 'More' })).toMatchObject({ status: 403 });
    });

    it('have access to no application if the list is empty or the application was deleted', async () => {
      const { id } = await owner.create('/applications', { name: 'Short', enabled: false });
      const none = await newToken(owner, { role: 'manager', applicationIds: [] });
      const short = await newToken(owner, { role: 'manager', applicationIds: [id] });
      expect((await program(short.token).list<{ id: number }>('/applications')).body).toMatchObject([{ id }]);
      await owner.delete(`/applications/${id}`);
      for (const { token } of [none, short]) {
        expect(await opens(token)).toEqual({ role: 'manager', seen: [] });
        expect((await program(token).list('/audit-log')).body).toEqual([]);
      }
    });
  });

  it('expire at the set time', async () => {
    const expiresAt = server.clock.now() + 10_000;
    const { token } = await newToken(owner, { expiresAt });
    server.clock.advance(9);
    expect(await statusOf(token)).toBe(200);
    server.clock.advance(1);
    expect(await statusOf(token)).toBe(401);
    const late = await owner.post('/api-tokens', { name: 'Late', role: 'viewer', expiresAt });
    expect(late).toMatchObject({ status: 422, body: { errors: { expiresAt: 'must be in the future' } } });
  });
});
