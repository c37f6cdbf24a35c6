import { beforeAll, describe, expect, it } from '@jest/globals';
import { ACCESS_RULE } from '@app/admin';
import { Admin, type Role, ROLES } from '@app/database';
import { type AdminAnswer, AdminClient } from '../../support/admin-client.js';
import {
  type Account,
  createWorld,
  editAdmin,
  hire,
  newToken,
  settledTables,
  signedIn,
  stayActive,
  type World,
} from '../../support/admin-fixtures.js';
import { bodyOf, NO_ID, pathOf, ROUTE_TABLE, type RouteLine } from '../../support/admin-route-table.js';
import { adminRoutes } from '../../support/admin-routes.js';
import { TestServer } from '../../support/test-server.js';

/** A caller of every route. */
interface Caller {
  name: string;
  client: AdminClient;
  /** Highest role; `undefined` if not signed in. */
  role?: Role;
  /** True if the caller is assigned to a different application than the requested one. */
  isForeign?: true;
  /** The account of a caller with a session, with which the test signs in again. */
  account?: Account;
}

type Verdict = 'permitted' | 401 | 403 | RouteLine['foreigner'];

/** Expected response to a caller, according to the table alone. */
function verdictOf({ role, isForeign, account }: Caller, { least, inPerson, foreigner }: RouteLine): Verdict {
  if (least === 'anybody') return 'permitted';
  if (role === undefined) return 401;
  if (inPerson && !account) return 403;
  if (ROLES.indexOf(role) < ROLES.indexOf(least)) return 403;
  return isForeign && foreigner !== 'the same' ? foreigner : 'permitted';
}

describe('permissions of every route', () => {
  const server = TestServer.forSuite();
  let owner: AdminClient;
  let world: World;
  const callers: Caller[] = [];

  beforeAll(async () => {
    const first = await AdminClient.owner(server);
    const aged = await hire(server, first, 'owner');
    await stayActive(server, aged.client, 30 - 1 / 3);
    owner = await AdminClient.owner(server);
    const idle = await hire(server, owner, 'owner');
    await aged.client.get('/auth/me');
    server.clock.advance(12 * 3600);

    owner = await AdminClient.owner(server);
    world = await createWorld(server, owner);
    const given = [world.applicationId];
    const other = [(await owner.create('/applications', { name: 'Another' })).id];
    const nobody = (name: string, client: AdminClient) => callers.push({ name, client });
    const program = (name: string, token: string, as: Pick<Caller, 'role' | 'isForeign'>) =>
      callers.push({ name, client: AdminClient.withToken(server.url, token), ...as });

    for (const role of ['owner', 'manager', 'operator', 'viewer'] as const) {
      const account = await hire(server, owner, role, given);
      callers.push({ name: role, client: account.client, role, account });
      program(`token of the ${role}`, (await newToken(account.client, { role })).token, { role });
    }
    const foreigner = await hire(server, owner, 'manager', other);
    callers.push({ name: 'manager of another application', client: foreigner.client, role: 'manager', isForeign: true, account: foreigner }); // prettier-ignore
    const both = await hire(server, owner, 'manager', [...given, ...other]);
    const limited = await newToken(both.client, { role: 'manager', applicationIds: other });
    program('token limited to another application', limited.token, { role: 'manager', isForeign: true });
    const demoted = await hire(server, owner, 'manager', given);
    const tooMuch = await newToken(demoted.client, { role: 'manager' });
    await editAdmin(owner, demoted, { role: 'viewer' });
    program('token of a demoted manager', tooMuch.token, { role: 'viewer' });

    nobody('no session', new AdminClient(server.url));
    nobody('session of 30 days', aged.client);
    nobody('idle session', idle.client);
    const disabled = await hire(server, owner, 'owner');
    const tokenOfDisabled = await newToken(disabled.client, { role: 'owner' });
    // Changes the database directly, since the API would also end the session.
    await server.dataSource.getRepository(Admin).update({ id: disabled.id }, { enabled: false });
    nobody("disabled administrator's session", disabled.client);
    nobody("disabled administrator's token", AdminClient.withToken(server.url, tokenOfDisabled.token));
    const revoked = await newToken(owner, { role: 'owner' });
    await owner.delete(`/api-tokens/${revoked.id}`);
    nobody('revoked token', AdminClient.withToken(server.url, revoked.token));
    const expiresAt = server.clock.now() + 1000;
    const expired = await newToken(owner, { role: 'owner', expiresAt });
    server.clock.advance(1);
    nobody('expired token', AdminClient.withToken(server.url, expired.token));
    nobody('made-up token', AdminClient.withToken(server.url, 'lk_made-up'));
    // From now on the clock stands still, and the last-used times of this minute are already saved.
    for (const { client } of callers) await client.get('/auth/me');
  });

  it('are declared for every route, on its handler too', () => {
    const routes = adminRoutes(server);
    const rules = routes.map(({ name, rule }) => [name, rule && { ...rule }]);
    expect(Object.fromEntries(rules)).toEqual(
      Object.fromEntries(
        Object.entries(ROUTE_TABLE).map(([name, { least, inPerson = false, issuers = false }]) => [
          name,
          { least: least === 'anybody' ? undefined : least, inPerson, issuers },
        ]),
      ),
    );
    expect(routes.length).toBeGreaterThan(80);
  });

  it('refuse every request without a rule', async () => {
    const { handler, rule } = adminRoutes(server).find(({ name }) => name === 'GET /auth/me')!;
    Reflect.deleteMetadata(ACCESS_RULE, handler!);
    try {
      expect(await owner.get('/auth/me')).toMatchObject({
        status: 403,
        body: { message: 'This action is not allowed' },
      });
    } finally {
      Reflect.defineMetadata(ACCESS_RULE, rule, handler!);
    }
    expect(await owner.get('/auth/me')).toMatchObject({ status: 200 });
  });

  it.each(Object.entries(ROUTE_TABLE))('%s', async (name, line) => {
    const method = name.split(' ', 1)[0]!;
    // Permitted deletions use ids that do not exist.
    const id = method === 'DELETE' ? NO_ID : undefined;
    const ask = async (client: AdminClient, id?: number) => {
      const query = line.query ? `?${new URLSearchParams(line.query(world)).toString()}` : '';
      const path = pathOf(name, world, id) + query;
      const type = line.contentType && { 'content-type': line.contentType };
      return client.request(method, path, await bodyOf(name, world, owner), { ...type });
    };
    const expected = Object.fromEntries(callers.map((caller) => [caller.name, verdictOf(caller, line)]));
    const isPermitted = ({ name }: Caller) => expected[name] === 'permitted';
    const got: typeof expected = {};

    const before = method === 'GET' ? undefined : await settledTables(server);
    for (const caller of callers.filter((caller) => !isPermitted(caller))) {
      const answer = await ask(caller.client);
      const { status } = answer;
      const isEmpty = line.foreigner === 'no rows' && status === 200 && hasNoRows(name, answer);
      got[caller.name] = isEmpty ? 'no rows' : (status as Verdict);
    }
    if (before) expect(await settledTables(server)).toEqual(before);

    if (!line.signsOut) {
      const answer = await ask(owner, id);
      const { status, text } = answer;
      if (line.foreigner === 'no rows') expect(hasNoRows(name, answer)).toBe(false);
      const right = line.answer ?? (id === undefined ? '2xx' : 404);
      expect({ text, status: [status, `${Math.floor(status / 100)}xx`] }).toEqual({
        text,
        status: expect.arrayContaining([right]),
      });
    }
    for (const caller of callers.filter(isPermitted)) {
      const client = line.signsOut ? await signedIn(server, caller.account!) : caller.client;
      const { status } = await ask(client, id);
      got[caller.name] = [401, 403].includes(status) || status >= 500 ? (status as Verdict) : 'permitted';
    }
    expect(got).toEqual(expected);
  });

  /** True when a list or a file contains no record of the fixtures. */
  const hasNoRows = (name: string, { body, text }: AdminAnswer): boolean =>
    Array.isArray(body)
      ? body.every(
          (row: { id: number; applicationId?: number }) =>
            row.applicationId !== world.applicationId && row.id !== world.ids[name.split('/')[1]!],
        )
      : text !== '' && !/\bC2\b|motd/.test(text);
});
