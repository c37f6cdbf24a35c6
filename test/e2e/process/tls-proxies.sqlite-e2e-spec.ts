import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { SystemClock } from '@app/platform';
import { AdminClient, OWNER } from '../../support/admin-client.js';
import { applyByCommand, clientOf, eventually, ServerProcess } from '../../support/server-process.js';
import { PaojiaoyunClient } from '../../support/paojiaoyun-client.js';
import type { SignedClient } from '../../support/signed-client.js';
import { createMigratedDatabase, type TestDatabase } from '../../support/test-database.js';
import { TLS_PROXIES, TlsProxy } from '../../support/tls-proxy.js';

/** Claims of docs/install.md about the proxies with files in `deploy/`. */
describe('a proxy with TLS in front', () => {
  let database: TestDatabase;
  let server: ServerProcess;
  let client: SignedClient;
  let moved: PaojiaoyunClient;
  let admin: AdminClient;
  beforeAll(async () => {
    database = await createMigratedDatabase();
    const application = await applyByCommand(database.environment, {
      compat: 'paojiaoyun',
      compat_hosts: ['localhost'],
      card_types: [
        { name: 'Month', duration: { unit: 'months', amount: 1 }, max_devices: 0, max_sessions: 0 },
      ],
      cards: TLS_PROXIES.map(([name]) => ({ card: name, card_type: 'Month' })),
    });
    server = await ServerProcess.start({ ...database.environment, TRUST_PROXY: 'loopback' });
    client = clientOf(server, application);
    moved = new PaojiaoyunClient(server.url, 'localhost', client.credentials, new SystemClock());
    admin = await AdminClient.owner(server);
  });
  afterAll(async () => {
    await server?.stop();
    await database.drop();
  });

  describe.each(TLS_PROXIES)('%s, set up by its file', (name, isHere) => {
    const where = isHere ? it : it.skip;
    let proxy: TlsProxy;
    beforeAll(async () => {
      if (isHere) proxy = await TlsProxy.start(name, server.url);
    });
    afterAll(() => proxy?.stop());

    where('lets a client in, and tells where it comes from whatever the client says', async () => {
      const parameters = client.sign({ card: name, device_id: 'PC-1' });
      const { text, headers } = await proxy.ask('POST', '/api/client/v1/card/login', parameters, {
        'x-forwarded-for': '203.0.113.9',
      });
      expect(JSON.parse(text)).toMatchObject({ code: 0 });
      expect(headers['strict-transport-security']).toHaveLength(1);
      const { body } = await admin.list('/sessions', { filter: { open: true } });
      expect(body).toContainEqual(expect.objectContaining({ holderName: name, ip: '127.0.0.2' }));
    });

    where('passes on the host that a client of 泡椒云 signs, whatever else the client says', async () => {
      const parameters = moved.sign('POST', '/v1/card/login', { card: name, device_id: 'PC-2' }, 'localhost');
      const headers = { 'x-forwarded-host': 'evil.example.com' };
      const { text } = await proxy.ask('POST', '/v1/card/login', parameters, headers);
      expect(JSON.parse(text)).toMatchObject({ code: 0, sign: expect.stringMatching(/^[0-9a-f]{32}$/) });
    });

    where('signs administrators in with a cookie that is for TLS alone', async () => {
      const { status, headers } = await proxy.ask('POST', '/api/admin/v1/auth/login', OWNER, {
        origin: 'https://localhost',
      });
      expect(status).toBe(200);
      expect(headers['set-cookie']).toEqual([expect.stringMatching(/^__Host-.+; Secure/)]);
    });

    where('breaks no request when others are answered before their body has come', async () => {
      const large = Buffer.alloc(12_000_000, 'x');
      const clients = await Promise.all(Array.from({ length: 6 }, () => proxy.session()));
      const path = '/api/client/v1/card/config';
      const done = new AbortController();
      const answers = clients.map(async (session) => {
        const texts: string[] = [];
        for (let i = 0; !done.signal.aborted || i < 20; i++) {
          const answer = await session.post(path, client.sign({ card: name, config: String(i) }));
          texts.push(`${answer.status} ${answer.text}`);
        }
        return texts;
      });
      const refused = await Promise.all(
        Array.from({ length: 6 }, async () => {
          const statuses: number[] = [];
          for (let i = 0; i < 5; i++) {
            const session = await proxy.session();
            statuses.push((await session.post('/nope', large)).status);
            session.close();
          }
          return statuses;
        }),
      ).finally(() => done.abort());
      const broken = (await Promise.all(answers)).flat().filter((each) => !each.startsWith('200 {"code":0,'));
      for (const session of clients) session.close();
      expect(broken).toEqual([]);
      // HAProxy resets some uploads with early responses (status 0). None may fail because of the server (502).
      expect(refused.flat().filter((status) => status !== 404 && status !== 0)).toEqual([]);
    });

    where('sends those who come without TLS to it, with their method', async () => {
      const { status, headers } = await proxy.askPlainly('/admin/');
      expect(status).toBe(308);
      expect(headers.location).toEqual([expect.stringMatching(/^https:\/\/localhost(:\d+)?\/admin\/$/)]);
    });

    where('writes addresses and paths to its log, and no query, which may hold cards', async () => {
      await proxy.ask('GET', '/health/live?card=SECRET-CARD', undefined, {
        referer: 'https://localhost/?card=SECRET-CARD',
      });
      const line = await eventually(async () =>
        proxy.log.split('\n').find((each) => each.includes('/health/live') && each.includes('127.0.0.2')),
      );
      expect(line).toBeDefined();
      expect(proxy.log).not.toContain('SECRET-CARD');
    });

    where('ends heads that come slowly', async () => {
      const impatient = await TlsProxy.start(name, server.url, { headSec: 1 });
      try {
        const slow = Array.from({ length: 45 }, async () => {
          const socket = connect(impatient.port, '127.0.0.1').resume();
          // A reset counts as a normal end. `once` from `node:events` would throw instead.
          socket.on('error', () => undefined);
          const closed = new Promise((resolve) => socket.on('close', resolve));
          socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
          const drip = setInterval(() => socket.write('x'), 200);
          await closed;
          clearInterval(drip);
        });
        await Promise.all(slow);
        // A slow machine may need longer than a second for a handshake.
        const answer = await eventually(() => impatient.ask('GET', '/health/live').catch(() => undefined));
        expect(answer.status).toBe(200);
      } finally {
        await impatient.stop();
      }
    });

    where('closes the panel and its API to other networks, by the example in its file', async () => {
      const closed = await TlsProxy.start(name, server.url, { examples: true });
      const from = async (address: string, path: string) =>
        (await closed.ask('GET', path, undefined, {}, address)).status;
      try {
        for (const path of [
          '/admin/',
          '/Admin/',
          '/api/admin/v1/auth/me',
          '/%61pi/admin/v1/auth/me',
          '/docs',
        ])
          expect([path, await from('127.0.0.2', path)]).toEqual([path, 404]);
        expect(await from('127.0.0.2', '/health/live')).toBe(200);
        expect(await from('127.0.0.3', '/admin/')).toBe(200);
      } finally {
        await closed.stop();
      }
    });
  });
});
