import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { TOTP, URI } from 'otpauth';
import { type AdminAnswer, AdminClient, OWNER } from '../../support/admin-client.js';
import { createWorld, editAdmin, hire, signedIn, type World } from '../../support/admin-fixtures.js';
import { bodyOf, pathOf, ROUTE_TABLE } from '../../support/admin-route-table.js';
import { captureOutput } from '../../support/captured-output.js';
import { withFailingCommits } from '../../support/failing-commits.js';
import { isRefusal } from '../../support/is-refusal.js';
import { SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

const ENCRYPTION_KEY = randomBytes(32).toString('base64');

/** A recorded response. */
interface Told {
  request: string;
  text: string;
  /** Headers without the session cookie, which may contain the session's token. */
  headers: string;
}

/** Requests that reveal a secret intentionally, with the secret. */
const REVEALS: Record<string, RegExp> = {
  'POST /auth/login': /^csrf token/,
  'GET /auth/me': /^csrf token/,
  'POST /auth/totp': /^totp key/,
  'POST /auth/totp/confirm': /^recovery code/,
  'POST /auth/totp/recovery-codes': /^recovery code/,
  'POST /api-tokens': /^api token/,
  'POST /applications/:id/reveal-secret': /^application secret/,
  'POST /applications/:id/rotate-secret': /^application secret/,
  'POST /client/card/login': /^client token/,
  'POST /client/user/login': /^client token/,
};

describe('secrets', () => {
  let server: TestServer;
  let log: string;
  /** Secrets by their kind and a number. */
  const secrets = new Map<string, string>();
  const told: Told[] = [];
  const keep = (name: string, secret: string) => {
    expect(secret.length).toBeGreaterThan(9);
    secrets.set(`${name} ${secrets.size}`, secret);
    return secret;
  };

  beforeAll(async () => {
    const stopRecording = recordAnswers(told);
    ({ log } = await captureOutput(async () => {
      server = await TestServer.start({
        LOG_LEVEL: 'trace',
        LOG_FORMAT: 'json',
        ENCRYPTION_KEY,
        TRUST_PROXY: 'loopback',
      });
      await useEverything();
      // When the server has stopped, all lines are written.
      await server.restart();
    }));
    stopRecording();
    expect(secrets.size).toBeGreaterThan(50);
    expect(told.length).toBeGreaterThan(150);
  });
  afterAll(() => server.stop());

  /** Calls every part of the admin API that handles a secret, with valid and invalid input. */
  const useEverything = async () => {
    const remember = (client: AdminClient, { body, status }: AdminAnswer<Record<string, unknown>>) => {
      expect(status).toBe(200);
      keep('session token', client.sessionCookie.split('=')[1]!);
      keep('csrf token', String(body.csrfToken));
    };
    keep('encryption key', ENCRYPTION_KEY);
    keep('password', OWNER.password);
    const owner = new AdminClient(server.url);
    remember(owner, await owner.signIn(OWNER.email, OWNER.password));
    const world = await createWorld(server, owner);

    // Administrators: correct and wrong passwords, created, set and changed.
    const account = await hire(server, owner, 'manager', [world.applicationId]);
    const { client } = account;
    keep('password', account.password);
    remember(client, await client.signIn(account.email, account.password));
    for (const password of ['mistyped password', `${account.password}x`]) {
      expect(
        (await new AdminClient(server.url).signIn(account.email, keep('password', password))).status,
      ).toBe(401);
    }
    await new AdminClient(server.url).signIn('nobody@example.com', keep('password', 'password of nobody'));
    const [setByOwner, ownChoice] = ['password set by the owner', 'password of my own choice'];
    await editAdmin(owner, account, { password: keep('password', setByOwner) });
    await owner.patch(`/admins/${account.id}`, {
      password: keep('password', 'a late password'),
      rowVersion: 1,
    });
    await owner.post('/admins', { email: 'x', password: keep('password', 'refused password') });
    remember(client, await client.signIn(account.email, setByOwner));
    const change = (currentPassword: string, newPassword: string) =>
      client.post('/auth/password', { currentPassword, newPassword });
    expect(await change(keep('password', 'not the current one'), ownChoice)).toMatchObject({ status: 422 });
    expect(await change(setByOwner, keep('password', ownChoice))).toMatchObject({ status: 204 });

    // One-time passwords.
    const currentPassword = ownChoice;
    const { body } = await client.post('/auth/totp', { currentPassword });
    const phone = URI.parse(String(body.uri)) as TOTP;
    keep('totp key', phone.secret.base32);
    keep('totp key', Buffer.from(phone.secret.bytes).toString('latin1'));
    const shown = () => phone.generate({ timestamp: server.clock.now() });
    const codesOf = (answer: AdminAnswer<Record<string, unknown>>) =>
      (answer.body.recoveryCodes as string[]).map((code) => keep('recovery code', code));
    codesOf(await client.post('/auth/totp/confirm', { code: shown() }));
    const codes = codesOf(await client.post('/auth/totp/recovery-codes', { currentPassword }));
    for (const code of codes) keep('recovery code', code.replaceAll('-', ''));
    remember(client, await client.signIn(account.email, ownChoice, codes[0]));
    server.clock.advance(60);
    remember(client, await client.signIn(account.email, ownChoice, shown()));
    expect(await client.signIn(account.email, ownChoice, keep('recovery code', 'AAAA-BBBB-CCCC-DDDD'))).toMatchObject({ status: 401 }); // prettier-ignore

    // Tokens.
    const { token } = (await client.post('/api-tokens', { name: 'Shop', role: 'manager' })).body;
    const program = AdminClient.withToken(server.url, keep('api token', String(token)));
    await program.get('/applications');
    await program.post('/applications', { name: 'Not allowed' });
    const made = AdminClient.withToken(server.url, keep('api token', `lk_${'z'.repeat(43)}`));
    expect(await made.get('/applications')).toMatchObject({ status: 401 });

    await useEveryRoute(owner, world);
    await useApplication(owner, world);
    await fail(owner, world);
    remember(client, await client.signIn(account.email, ownChoice, codes[1]));
    await client.post('/auth/logout');
    await signedIn(server, OWNER_ACCOUNT);
  };

  /** Requests each route once, except routes that change a sign-in. */
  const useEveryRoute = async (owner: AdminClient, world: World) => {
    for (const [name, { query, contentType }] of Object.entries(ROUTE_TABLE)) {
      const [method] = name.split(' ') as [string];
      if (name.includes('/auth/') || method === 'DELETE') continue;
      const text = query ? `?${new URLSearchParams(query(world)).toString()}` : '';
      const headers = contentType === undefined ? {} : { 'content-type': contentType };
      const body = await bodyOf(name, world, owner);
      const answer = await owner.request<Record<string, unknown>>(
        method,
        pathOf(name, world) + text,
        body,
        headers,
      );
      if (typeof body === 'object' && 'password' in body) keep('password', String(body.password));
      if (typeof answer.body?.appSecret === 'string') keep('application secret', answer.body.appSecret);
      if (name === 'POST /api-tokens') keep('api token', String(answer.body.token));
    }
  };

  /**
   * Sends requests for users and cards: as an owner, and as clients that sign with the previous and the current secret.
   */
  const useApplication = async (owner: AdminClient, { applicationId, ids }: World) => {
    const path = `/applications/${applicationId}`;
    const clientWith = ({ body }: AdminAnswer<Record<string, unknown>>) => {
      const app_secret = keep('application secret', String(body.appSecret));
      return new SignedClient(server.url, { app_key: String(body.appKey), app_secret }, server.clock);
    };
    const before = clientWith(await owner.post(`${path}/reveal-secret`));
    const client = clientWith(await owner.post(`${path}/rotate-secret`, { overlapHours: 24 }));
    const password = keep('user password', 'password of a user');
    const user = await owner.create('/users', {
      applicationId,
      cardTypeId: ids['card-types'],
      username: 'bob',
      password,
    });
    const login = async (by: SignedClient, password: string) =>
      by.post('/user/login', { username: 'bob', password, device_id: 'D5' });
    keep('client token', String((await login(before, password)).result!.token));
    await login(client, keep('user password', 'a wrong password'));
    const other = keep('user password', 'another user password');
    expect(await owner.post(`/users/${user.id}/password`, { password: other })).toMatchObject({
      status: 200,
    });
    keep('client token', String((await login(client, other)).result!.token));

    const card = 'C5';
    const loggedIn = await client.post('/card/login', { card, device_id: 'D6' });
    const token = keep('client token', String(loggedIn.result!.token));
    const unbindPassword = keep('unbind password', 'unbind-me9');
    await client.post('/card/unbind-password', { card, password: unbindPassword, token });
    await client.post('/card/unbind-by-password', { card, password: keep('unbind password', 'unbind-me8') });
    await client.post('/card/unbind-by-password', { card, password: unbindPassword });
    await owner.get(`/cards?filter=${encodeURIComponent(JSON.stringify({ card }))}`);

    // A client sends its secret by mistake.
    const { app_secret } = client.credentials;
    for (const raw of [
      `card=C5&app_secret=${app_secret}&sign=0`,
      `card=${app_secret}`,
      `{"x":"${app_secret}"}`,
    ]) {
      const check = await owner.post('/signature-check', { applicationId, raw });
      expect(check).toMatchObject({ status: 200 });
    }
  };

  /** Causes failures of each kind, including server faults. */
  const fail = async (owner: AdminClient, world: World) => {
    const password = keep('user password', 'user pw that is refused');
    const fields = {
      applicationId: world.applicationId,
      cardTypeId: world.ids['card-types'],
      username: 'eve',
    };
    await owner.post('/users', { ...fields, password, extra: 1 });
    await owner.request('POST', '/users', `{"password":"${password}","broken"`);
    await owner.request('POST', '/users', `password=${password}`, { 'content-type': 'text/plain' });
    await owner.request('POST', '/auth/login', { ...OWNER, totp: 'x'.repeat(40) });
    await owner.get('/users/2000000000');
    await owner.get(`/users?filter=${encodeURIComponent(JSON.stringify({ password }))}`);
    await withFailingCommits(server.dataSource, async () => {
      expect(await owner.post('/users', { ...fields, password })).toMatchObject({ status: 500 });
      expect(await owner.post('/admins', { email: 'e@example.com', name: 'E', role: 'owner', password: keep('password', 'never committed pw') })).toMatchObject({ status: 500 }); // prettier-ignore
      expect(await new AdminClient(server.url).signIn(OWNER.email, OWNER.password)).toMatchObject({
        status: 500,
      });
    });
  };

  it('are in no response except those that reveal them', () => {
    for (const { request, text, headers } of told) {
      const shown = REVEALS[nameOf(request)] ?? /^$/;
      const leaked = found(text, secrets).filter((name) => !shown.test(name));
      expect([request, leaked, found(headers, secrets)]).toEqual([request, [], []]);
    }
  });

  it('are in no log line, even when every request is logged', () => {
    expect(found(log, secrets)).toEqual([]);
    const answered = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { req: { path: string }; responseTime?: number })
      .filter(({ responseTime }) => responseTime !== undefined);
    const paths = answered.map(({ req }) => req.path);
    expect(paths).toHaveLength(told.length);
    expect(paths.join()).not.toContain('?');
  });

  it('are in no column of any table: only hashed or sealed', async () => {
    for (const [table, rows] of Object.entries(await allRows(server))) {
      expect([table, found(JSON.stringify(rows), secrets)]).toEqual([table, []]);
    }
  });

  it('are not revealed as hashes or in sealed form either', async () => {
    const kept = new Map<string, string>();
    for (const [table, rows] of Object.entries(await allRows(server))) {
      for (const row of rows as Record<string, string | null>[]) {
        for (const [column, value] of Object.entries(row)) {
          if (/_(hash|sealed)$/.test(column) && value) kept.set(`${table}.${column} ${kept.size}`, value);
        }
      }
    }
    const columns = new Set([...kept.keys()].map((name) => name.split(' ')[0]));
    for (const column of [
      'admins.password_hash',
      'admins.totp_secret_sealed',
      'admin_sessions.token_hash',
      'api_tokens.token_hash',
      'applications.app_secret_sealed',
      'applications.previous_secret_sealed',
      'cards.unbind_password_hash',
      'recovery_codes.code_hash',
      'sessions.token_hash',
      'users.password_hash',
    ]) {
      expect(columns).toContain(column);
    }
    for (const { request, text } of told) expect([request, found(text, kept)]).toEqual([request, []]);
    expect(found(log, kept)).toEqual([]);
    const { audit_log } = await allRows(server);
    expect(audit_log!.length).toBeGreaterThan(50);
    expect(found(JSON.stringify(audit_log), kept)).toEqual([]);
  });

  it('reveal no other internals in refusals', () => {
    const bodies = told.filter(({ text }) => text.includes('"statusCode":'));
    const statuses = new Set<number>();
    for (const { text } of bodies) {
      const body = JSON.parse(text) as { statusCode: number; requestId?: string };
      const { statusCode: status } = body;
      statuses.add(status);
      if (status === 500) {
        expect(body).toEqual({
          statusCode: 500,
          code: 'internal_error',
          params: {},
          message: 'Internal server error',
          requestId: expect.any(String),
        });
        expect(log).toContain(body.requestId);
      } else {
        expect([text, isRefusal({ status, text, body, headers: new Headers() })]).toEqual([text, true]);
      }
    }
    expect(statuses).toEqual(new Set([400, 401, 403, 404, 409, 422, 500]));
  });

  it('would be found by these tests in any form', () => {
    const [name, secret] = [...secrets][0]!;
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('hex')]) {
      expect(found(`… ${form} …`, secrets)).toEqual([name]);
    }
  });
});

const OWNER_ACCOUNT = { id: 1, ...OWNER };

/** Returns the names of the secrets in a text, in any form. */
function found(text: string, secrets: Map<string, string>): string[] {
  const lower = text.toLowerCase();
  return [...secrets]
    .filter(([, secret]) => {
      const bytes = Buffer.from(secret);
      const forms = [
        secret,
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
        bytes.toString('base64').replace(/=+$/, ''),
        bytes.toString('base64url'),
      ];
      return forms.some((form) => text.includes(form)) || lower.includes(bytes.toString('hex'));
    })
    .map(([name]) => name);
}

/** A request's name in the table of routes. */
function nameOf(request: string): string {
  return request
    .replace('/api/admin/v1', '')
    .replace('/api/client/v1', '/client')
    .replaceAll(/\/\d+/g, '/:id');
}

/** Records the body and the headers of every response until the returned function is called. */
function recordAnswers(told: Told[]): () => void {
  const { fetch } = globalThis;
  globalThis.fetch = async (...parameters) => {
    const response = await fetch(...parameters);
    const [url, { method = 'GET' } = {}] = parameters as [string, RequestInit | undefined];
    const text = await response.clone().text();
    const headers = [...response.headers].filter(([name]) => name !== 'set-cookie').join('\n');
    const { pathname } = new URL(url);
    told.push({ request: `${method} ${pathname}`, text, headers });
    return response;
  };
  return () => {
    globalThis.fetch = fetch;
  };
}

/** Returns every column of every row as stored in the database. */
async function allRows({ dataSource }: TestServer): Promise<Record<string, Record<string, unknown>[]>> {
  const tables: Record<string, Record<string, unknown>[]> = {};
  for (const { tableName } of dataSource.entityMetadatas) {
    tables[tableName] = await dataSource.query(`SELECT * FROM ${tableName}`);
  }
  return tables;
}
