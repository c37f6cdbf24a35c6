import { beforeAll, describe, expect, it } from '@jest/globals';
import { Admin, inTransaction, rowLock } from '@app/database';
import { type AdminAnswer, AdminClient, OWNER } from '../../support/admin-client.js';
import {
  editAdmin,
  hire,
  newAccount,
  NOBODY,
  type SignInBody,
  signedIn,
  signInAs,
  stayActive,
} from '../../support/admin-fixtures.js';
import { countPasswordHashes, passwordsDone } from '../../support/password-work.js';
import { statementsDuring } from '../../support/recorded-statements.js';
import { TestServer } from '../../support/test-server.js';

const HOUR_SEC = 3600;
const HTTPS = { 'x-forwarded-proto': 'https' };
const COOKIE = /^latchkey_session=([A-Za-z0-9]{43})$/;
const WRONG = {
  statusCode: 401,
  code: 'wrong_password',
  params: {},
  message: 'Wrong email address or password',
};

/** The parts of a `Set-Cookie` header. */
function cookieOf({ headers }: AdminAnswer): string[] {
  const cookies = headers.getSetCookie();
  expect(cookies).toHaveLength(1);
  return cookies[0]!.split('; ');
}

describe('signing in', () => {
  const server = TestServer.forSuite({ TRUST_PROXY: 'loopback' });
  let owner: AdminClient;
  beforeAll(async () => {
    owner = await AdminClient.owner(server);
  });

  const login = (who: SignInBody, headers?: Record<string, string>, url = server.url) =>
    signInAs(url, who, headers);
  /** Status of `/auth/me` for a cookie. */
  const statusOf = async (cookie: string) =>
    (await new AdminClient(server.url).request('GET', '/auth/me', undefined, { cookie })).status;
  const isIn = async (client: AdminClient) => (await client.get('/auth/me')).status === 200;

  describe('and out', () => {
    it('sets a cookie, returns the CSRF token and the administrator, and ends', async () => {
      const { id, email, password } = await newAccount(owner, 'operator', []);
      const client = new AdminClient(server.url);
      const answer = await client.signIn(email.toUpperCase(), password);
      const me = {
        id,
        email,
        name: expect.any(String),
        role: 'operator',
        applicationIds: [],
        totpEnabled: false,
        csrfToken: expect.stringMatching(/^[\w-]{43}$/),
        mailConfigured: false,
      };
      expect(answer).toMatchObject({ status: 200, body: me });
      expect(Object.keys(answer.body)).toEqual(Object.keys(me));
      expect(await client.get('/auth/me')).toMatchObject({ status: 200, body: answer.body });
      expect(answer.text).not.toContain(COOKIE.exec(client.sessionCookie)![1]);

      expect(await client.post('/auth/logout')).toMatchObject({ status: 204, text: '' });
      expect(await client.get('/auth/me')).toMatchObject({ status: 401 });
    });

    it.each([
      ['plain HTTP', {}, 'latchkey_session', ['Path=/api/admin']],
      ['HTTPS that ends at a trusted proxy', HTTPS, '__Host-latchkey_session', ['Path=/', 'Secure']],
    ])('keeps the cookie from scripts and other sites over %s', async (_, headers, name, place) => {
      const kept = ['HttpOnly', ...place, 'SameSite=Strict'];
      const client = new AdminClient(server.url);
      const answer = await client.request('POST', '/auth/login', OWNER, headers);
      const [session, ...attributes] = cookieOf(answer);
      expect(session).toMatch(new RegExp(`^${name}=[A-Za-z0-9]{43}$`));
      expect(attributes.toSorted()).toEqual(['Max-Age=2592000', ...kept].toSorted());

      const credentials = { ...headers, cookie: session, 'x-csrf-token': String(answer.body.csrfToken) };
      const [ended, ...cleared] = cookieOf(await client.request('POST', '/auth/logout', {}, credentials));
      expect(ended).toBe(`${name}=`);
      expect(cleared.toSorted()).toEqual(['Max-Age=0', ...kept].toSorted());
    });

    it('ignores a cookie over HTTPS that another host of the domain, or an earlier version, has set', async () => {
      const [own] = cookieOf(await login(OWNER, HTTPS));
      const { sessionCookie: planted } = (await hire(server, owner, 'viewer')).client;
      const me = (cookie: string) =>
        new AdminClient(server.url).request('GET', '/auth/me', undefined, { ...HTTPS, cookie });
      // The browser sends the planted cookie first if that cookie has a longer path.
      expect(await me(`${planted}; ${own}`)).toMatchObject({ status: 200, body: { email: OWNER.email } });
      expect(await me(planted)).toMatchObject({ status: 401 });
    });

    it('accepts the HTTPS flag only from a trusted proxy', async () => {
      const other = await TestServer.start();
      try {
        const cookie = cookieOf(await login(OWNER, HTTPS, other.url));
        expect(cookie[0]).toMatch(COOKIE);
        expect(cookie).not.toContain('Secure');
      } finally {
        await other.stop();
      }
    });
  });

  describe('with wrong data', () => {
    it('responds identically to an unknown address, a wrong password and a disabled administrator', async () => {
      const { email } = await newAccount(owner, 'viewer');
      const disabled = await newAccount(owner, 'owner');
      await editAdmin(owner, disabled, { enabled: false });
      for (const [i, body] of [
        { email: NOBODY, password: 'wrong password' },
        { email, password: 'wrong password' },
        { email: disabled.email, password: 'wrong password' },
        { email: disabled.email, password: disabled.password },
      ].entries()) {
        let answer: AdminAnswer;
        const from = { 'x-forwarded-for': `10.1.0.${i}` };
        expect(await countPasswordHashes(async () => (answer = await login(body, from)))).toBe(1);
        expect(answer!).toMatchObject({ status: 401, body: WRONG });
        expect(Object.keys(answer!.body as object)).toEqual(Object.keys(WRONG));
        const headers = [...answer!.headers.keys()];
        expect(headers).not.toContain('set-cookie');
        expect(headers.filter((name) => name.startsWith('x-') || name === 'retry-after')).toEqual(
          [...(await login({ email: NOBODY, password: 'x' }, from)).headers.keys()].filter((name) =>
            name.startsWith('x-'),
          ),
        );
      }
    });

    it('runs the same statements for an unknown and a known address', async () => {
      const { email } = await newAccount(owner, 'viewer');
      const statementsOf = async (email: string, from: string) => {
        const statements = await statementsDuring(server.dataSource, () =>
          login({ email, password: 'wrong password' }, { 'x-forwarded-for': from }),
        );
        const own = statements.filter(({ sql }) => /admin|audit/.test(sql));
        return own.map(({ sql }) => sql.replaceAll(/\b\d+\b/g, '?'));
      };
      const known = await statementsOf(email, '10.1.1.1');
      expect(known.length).toBeGreaterThan(2);
      expect(await statementsOf(NOBODY, '10.1.1.2')).toEqual(known);
    });

    it('does no work for a request without a password', async () => {
      expect(
        await countPasswordHashes(async () => {
          expect(await login({ email: OWNER.email })).toMatchObject({ status: 422 });
          expect(await login({ email: OWNER.email, password: 'x'.repeat(129) })).toMatchObject({
            status: 422,
          });
          expect(await login({ email: { $ne: '' }, password: [OWNER.password] })).toMatchObject({
            status: 422,
          });
        }),
      ).toBe(0);
    });
  });

  describe('with an earlier session', () => {
    it('creates a new session, whatever cookie was planted in the browser', async () => {
      const planted = `latchkey_session=${'A'.repeat(43)}`;
      const [session] = cookieOf(await login(OWNER, { cookie: planted }));
      expect(session).not.toBe(planted);
      expect(await statusOf(planted)).toBe(401);
      expect(await statusOf(session!)).toBe(200);
    });

    it('ends the session of the sent cookie, whether it is the administrator’s own or planted', async () => {
      const victim = await newAccount(owner, 'viewer');
      const attacker = await hire(server, owner, 'viewer');
      const cookie = attacker.client.sessionCookie;
      // Only a successful sign-in ends the session of the sent cookie, so nobody can sign others out without a
      // password.
      await login({ email: victim.email, password: 'wrong password' }, { cookie });
      expect(await statusOf(cookie)).toBe(200);
      const [first] = cookieOf(await login(victim, { cookie }));
      expect(await statusOf(cookie)).toBe(401);
      const [second] = cookieOf(await login(victim, { cookie: first! }));
      expect([await statusOf(first!), await statusOf(second!)]).toEqual([401, 200]);
    });
  });

  describe('for a while', () => {
    it('ends after 12 hours without a request', async () => {
      const { client } = await hire(server, owner, 'viewer');
      server.clock.advance(12 * HOUR_SEC - 1);
      expect(await isIn(client)).toBe(true);
      server.clock.advance(12 * HOUR_SEC - 1);
      expect(await isIn(client)).toBe(true);
      server.clock.advance(12 * HOUR_SEC);
      expect(await isIn(client)).toBe(false);
      owner = await AdminClient.owner(server);
    });

    it('ends after 30 days of requests', async () => {
      const account = await hire(server, owner, 'viewer');
      await stayActive(server, account.client, 30 - 1 / 3);
      server.clock.advance(8 * HOUR_SEC - 1);
      expect(await isIn(account.client)).toBe(true);
      server.clock.advance(1);
      expect(await isIn(account.client)).toBe(false);
      expect(await isIn(await signedIn(server, account))).toBe(true);
      owner = await AdminClient.owner(server);
    });

    it.each([
      ['', 0],
      [', also if the clock was ahead meanwhile', HOUR_SEC],
    ])('ends as ADMIN_IDLE_MINUTES says%s', async (_, aheadSec) => {
      const other = await TestServer.start({ ADMIN_IDLE_MINUTES: '5' });
      try {
        other.clock.step(aheadSec);
        const client = await AdminClient.owner(other);
        expect(await isIn(client)).toBe(true);
        other.clock.step(-aheadSec);
        other.clock.advance(299);
        expect(await isIn(client)).toBe(true);
        other.clock.advance(300);
        expect(await isIn(client)).toBe(false);
      } finally {
        await other.stop();
      }
    });
  });

  describe('several times', () => {
    const sessions = async (client: AdminClient) =>
      (await client.get<{ id: number; current: boolean; ip: string; userAgent: string }[]>('/auth/sessions'))
        .body;

    it('shows an administrator only their own sessions, and ends a chosen session', async () => {
      const stranger = await hire(server, owner, 'owner');
      const account = await hire(server, owner, 'viewer');
      const from = { 'user-agent': `Phone${'x'.repeat(300)}`, 'x-forwarded-for': '10.2.0.1' };
      const [cookie] = cookieOf(await login(account, from));

      const all = await sessions(account.client);
      expect(all).toEqual([
        {
          id: expect.any(Number),
          ip: '10.2.0.1',
          userAgent: from['user-agent'].slice(0, 255),
          createdAt: server.clock.now(),
          lastSeenAt: server.clock.now(),
          current: false,
        },
        expect.objectContaining({ current: true }),
      ]);
      const path = `/auth/sessions/${all[0]!.id}`;
      expect(await stranger.client.delete(path)).toMatchObject({ status: 404 });
      expect(await statusOf(cookie!)).toBe(200);
      expect(await account.client.delete(path)).toMatchObject({ status: 204 });
      expect(await statusOf(cookie!)).toBe(401);
      expect(await account.client.delete(path)).toMatchObject({ status: 404 });
      expect(await sessions(account.client)).toHaveLength(1);
      expect(await isIn(stranger.client)).toBe(true);
    });

    it('does not show sessions that have expired', async () => {
      const account = await hire(server, owner, 'viewer');
      server.clock.advance(12 * HOUR_SEC);
      expect(await sessions(await signedIn(server, account))).toHaveLength(1);
      owner = await AdminClient.owner(server);
    });
  });

  describe('with another password', () => {
    const password = 'an entirely new one';
    const change = (client: AdminClient, currentPassword: string, newPassword = password) =>
      client.post('/auth/password', { currentPassword, newPassword });

    it('requires the current password to change it, and ends all other sessions', async () => {
      const account = await hire(server, owner, 'viewer');
      const other = await signedIn(server, account);
      const refused = { status: 422, body: { errors: { currentPassword: 'is wrong' } } };
      expect(await change(account.client, 'not the password')).toMatchObject(refused);
      expect(await change(account.client, account.password, 'too short')).toMatchObject({ status: 422 });
      expect(await isIn(other)).toBe(true);

      expect(await change(account.client, account.password)).toMatchObject({ status: 204 });
      expect([await isIn(account.client), await isIn(other)]).toEqual([true, false]);
      expect(await login(account)).toMatchObject({ status: 401 });
      expect(await login({ ...account, password })).toMatchObject({ status: 200 });
    });

    it.each([
      ['the password is changed', { passwordHash: 'changed' }],
      ['the administrator is disabled', { enabled: false }],
    ])('is refused when %s during the check', async (_, changes) => {
      const { id, email, password } = await newAccount(owner, 'viewer');
      const anonymous = new AdminClient(server.url);
      const { held } = await inTransaction(server.dataSource, async (manager) => {
        await manager.findOne(Admin, { where: { id }, ...rowLock(manager) });
        const held = login({ email, password });
        // These requests are refused without the database. When they are answered, the server has certainly read the
        // administrator.
        for (let i = 0; i < 5; i++) await anonymous.get('/auth/me');
        await passwordsDone(server);
        await manager.update(Admin, { id }, changes);
        return { held };
      });
      expect(await held).toMatchObject({ status: 401, body: WRONG });
    });

    it('ends every session when an owner sets it, or disables the administrator', async () => {
      const account = await hire(server, owner, 'manager');
      await editAdmin(owner, account, { password });
      expect(await isIn(account.client)).toBe(false);
      const again = await signedIn(server, { ...account, password });
      await editAdmin(owner, account, { enabled: false });
      expect(await isIn(again)).toBe(false);
      expect(await login({ ...account, password })).toMatchObject({ status: 401 });
      await editAdmin(owner, account, { enabled: true });
      expect(await isIn(again)).toBe(false);
      expect(await login({ ...account, password })).toMatchObject({ status: 200 });
    });

    it('ends every session when an owner signs the administrator out', async () => {
      const account = await hire(server, owner, 'manager');
      expect(await owner.post(`/admins/${account.id}/sign-out`)).toMatchObject({ status: 200 });
      expect(await isIn(account.client)).toBe(false);
    });
  });
});
