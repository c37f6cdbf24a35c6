import { beforeAll, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { AdminClient, OWNER } from '../../support/admin-client.js';
import { hire, newToken, unchanged } from '../../support/admin-fixtures.js';
import { adminRoutes } from '../../support/admin-routes.js';
import { TestServer } from '../../support/test-server.js';

const EVIL = 'https://evil.example';

describe("another site's page", () => {
  const server = TestServer.forSuite();
  const owner = AdminClient.forSuite(server);
  let applicationId: number;
  beforeAll(async () => {
    ({ id: applicationId } = await owner.create('/applications', { name: 'Editor' }));
  });

  describe('cannot change anything by the cookie', () => {
    const csrfTokenOf = async (client: AdminClient) => String((await client.get('/auth/me')).body.csrfToken);
    const others: Record<string, () => Promise<string | undefined>> = {
      'no token': async () => undefined,
      'an empty token': async () => '',
      'a wrong token': async () => 'A'.repeat(43),
      'a token too long': async () => `${await csrfTokenOf(owner)}A`,
      "another session's token": async () => csrfTokenOf(await AdminClient.owner(server)),
      "another administrator's token": async () => csrfTokenOf((await hire(server, owner, 'owner')).client),
      'the cookie as the token': async () => owner.sessionCookie.split('=')[1],
    };

    it.each(Object.keys(others))('with %s', async (name) => {
      const token = await others[name]!();
      const changes = adminRoutes(server).filter(
        ({ method, rule }) => method !== 'GET' && rule?.least !== undefined,
      );
      expect(changes.length).toBeGreaterThan(50);
      await unchanged(server, async () => {
        const refused: unknown[] = [];
        for (const { method, path } of changes) {
          const { status, text } = await owner.request(
            method,
            path.replaceAll(/:\w+/g, String(applicationId)),
            {},
            { 'x-csrf-token': token, origin: EVIL },
          );
          if (status !== 403 || !text.includes('X-CSRF-Token')) refused.push([method, path, status]);
        }
        expect(refused).toEqual([]);
      });
    });

    it('but reading, and programs with an API token, need no CSRF token', async () => {
      const reading = await owner.request('GET', '/applications', undefined, { 'x-csrf-token': undefined });
      expect(reading.status).toBe(200);
      const { token } = await newToken(owner, { role: 'owner' });
      const program = AdminClient.withToken(server.url, token);
      expect(await program.post('/applications', { name: 'By a program' })).toMatchObject({ status: 201 });
      // The token takes precedence over the cookie, so the cookie gives no access without the CSRF token.
      const both = await owner.request(
        'POST',
        '/applications',
        { name: 'By both' },
        { authorization: 'Bearer wrong', 'x-csrf-token': undefined },
      );
      expect(both.status).toBe(401);
    });

    it.each(['Basic b3duZXI6cGFzc3dvcmQ=', 'Negotiate YII=', 'Bearers x', ''])(
      'with the credentials of a proxy, "%s", as without: the cookie and its CSRF token count',
      async (authorization) => {
        expect((await owner.request('GET', '/auth/me', undefined, { authorization })).status).toBe(200);
        const create = (headers: Record<string, string | undefined>) =>
          owner.request('POST', '/applications', { name: 'Behind a proxy' }, { authorization, ...headers });
        expect((await create({})).status).toBe(201);
        await unchanged(server, async () => {
          expect((await create({ 'x-csrf-token': undefined })).status).toBe(403);
          expect((await create({ 'x-csrf-token': 'A'.repeat(43) })).status).toBe(403);
        });
      },
    );
  });

  describe('cannot send a form that is taken for JSON', () => {
    const json = JSON.stringify(OWNER);
    const form = new URLSearchParams(OWNER).toString();
    const types: [string, string, number][] = [
      ['application/x-www-form-urlencoded', form, 422],
      ['application/x-www-form-urlencoded', json, 422],
      ['multipart/form-data; boundary=x', `--x\r\ncontent-disposition: form-data; name="email"\r\n\r\n${json}\r\n--x--`, 422], // prettier-ignore
      ['text/plain', json, 422],
      ['text/plain; application/json', json, 422],
      ['text/json', json, 422],
      ['', json, 422],
      ['application/json; charset=iso-8859-1', json, 415],
      ['application/json', form, 400],
      ['application/json', `"${OWNER.email}"`, 400],
      ['application/json', 'null', 400],
    ];

    it.each(types)('as %s: %j', async (type, body, status) => {
      await unchanged(server, async () => {
        const login = await send('POST', '/auth/login', { 'content-type': type, origin: EVIL }, body);
        expect(login).toMatchObject({ status });
        expect(login.headers).not.toHaveProperty('set-cookie');
        // The requests have everything else that a change requires.
        const me = await owner.get('/auth/me');
        const headers = { cookie: owner.sessionCookie, 'x-csrf-token': String(me.body.csrfToken) };
        const named = body.replaceAll(OWNER.email, 'Renamed').replaceAll('email', 'name');
        const change = await send('POST', '/applications', { ...headers, 'content-type': type }, named);
        expect(change).toMatchObject({ status });
      });
    });
  });

  describe('is not permitted to read', () => {
    const paths = ['/auth/login', '/auth/me', '/applications', '/cards', '/no/such/path'];

    it.each(paths)('what %s answers', async (path) => {
      const { headers } = await owner.request('GET', path, undefined, { origin: EVIL });
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    });

    it.each(paths)(
      'or to send JSON to %s: the answer to its preflight request grants nothing',
      async (path) => {
        const { headers } = await send('OPTIONS', path, {
          origin: EVIL,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,x-csrf-token',
        });
        const granted = Object.keys(headers).filter((name) => name.startsWith('access-control-allow'));
        expect(granted).toEqual([]);
      },
    );
  });

  /** Sends a request unchanged: `fetch` would add a content type. */
  const send = (method: string, path: string, headers: Record<string, string>, body = '') =>
    new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
      const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
      const url = `${server.url}/api/admin/v1${path}`;
      request(
        url,
        { method, headers: { ...given, 'content-length': Buffer.byteLength(body) } },
        (response) => {
          response.resume();
          response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers }));
        },
      )
        .on('error', reject)
        .end(body);
    });
});
