import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { applyHere } from '../../support/apply-here.js';
import { clientOf, ServerProcess } from '../../support/server-process.js';
import { createMigratedDatabase, type TestDatabase } from '../../support/test-database.js';

describe("the server's log", () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createMigratedDatabase();
  });
  afterEach(() => database.drop());

  it.each(['debug', 'trace'])('has every request and no secret at LOG_LEVEL=%s', async (LOG_LEVEL) => {
    const application = await applyHere(database.environment, {
      card_types: [{ name: 'Day', duration: { unit: 'days', amount: 1 }, max_devices: 0 }],
      cards: [{ card: 'CARD-1', card_type: 'Day' }],
    });
    const server = await ServerProcess.start({ ...database.environment, LOG_LEVEL });
    const client = clientOf(server, application);
    const secrets = new Set([application.app_secret!]);
    const note = (parameters: Record<string, string | number | boolean>) => {
      const signed = client.sign(parameters);
      for (const name of ['sign', 'token', 'password']) if (name in signed) secrets.add(String(signed[name]));
      return signed;
    };
    const paths: string[] = [];
    const send = (
      path: string,
      parameters: Record<string, string>,
      encoding: 'json' | 'form' | 'multipart' | 'query' = 'json',
      method = 'POST',
    ) => {
      paths.push(`/api/client/v1${path}`);
      return client.send(method, path, note(parameters), encoding);
    };

    const card = 'CARD-1';
    const login = await send('/card/login', { card, device_id: 'D' });
    const token = String(login.result!.token);
    secrets.add(token);
    await send('/card/heartbeat', { card, token }, 'form');
    await send('/card/heartbeat', { card, token: 'WrongTokenWrongToken' }, 'multipart');
    await send('/card/unbind-password', { card, token, password: 'hunter22' });
    await send('/card/unbind-by-password', { card, password: 'wrong-pw1' });
    await send('/card/unbind-by-password', { card, password: 'far too long a password' });
    await send('/card/config', { card, token }, 'query', 'GET');
    await send('/card/heartbeat', { card, token, sign: 'f00dfacef00dfacef00dfacef00dface' });
    await send('/no/such/path', { card, token }, 'query', 'GET');
    paths.push('/api/client/v1/card/login');
    await client.request('POST', '/card/login', `{"token":"${token}","broken"`, {
      'content-type': 'application/json',
    });

    const { stdout, stderr, code } = await server.stop();
    expect(code).toBe(0);
    const log = stdout + stderr;
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { req?: { path: string } });
    expect(lines.flatMap(({ req }) => (req ? [req.path] : []))).toEqual(paths);
    expect(secrets.size).toBeGreaterThan(10);
    for (const secret of secrets) expect(log).not.toContain(secret);
  });

  it('has no error when a client disconnects in the middle of its request', async () => {
    const server = await ServerProcess.start(database.environment);
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      'POST /api/client/v1/card/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"',
    );
    // Requests are answered in order, so the server has started the previous request.
    await fetch(`${server.url}/health/live`);
    socket.resetAndDestroy();
    await once(socket, 'close');
    await fetch(`${server.url}/health/live`);

    const { stdout, stderr, code } = await server.stop();
    expect(code).toBe(0);
    const lines = (stdout + stderr).trim().split('\n');
    const bad = lines.map((line) => JSON.parse(line) as { level: number }).filter(({ level }) => level >= 40);
    expect(bad).toEqual([]);
  });

  it('does not log every request that fails or is refused under overload', async () => {
    const server = await ServerProcess.start({
      ...database.environment,
      LIMIT_WAITING_PASSWORDS: '1',
      LIMIT_WRONG_SIGN_INS: '0',
    });
    const page = (headers: Record<string, string>) => fetch(`${server.url}/admin/`, { headers });
    const signIn = () =>
      fetch(`${server.url}/api/admin/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'nobody@example.com', password: 'wrong password' }),
      });
    const statuses = async (count: number, ask: () => Promise<Response>) =>
      (await Promise.all(Array.from({ length: count }, ask))).map(({ status }) => status);
    expect(await statuses(20, () => page({ range: 'bytes=9999999-' }))).toEqual(Array(20).fill(416));
    expect(await statuses(20, () => page({ 'if-match': '"another"' }))).toEqual(Array(20).fill(412));
    expect((await statuses(40, signIn)).filter((status) => status === 503).length).toBeGreaterThan(20);

    const { stdout, stderr } = await server.stop();
    const lines = (stdout + stderr).trim().split('\n');
    const bad = lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 40);
    // A full queue may be logged once.
    expect(bad.length).toBeLessThanOrEqual(1);
  });
});
