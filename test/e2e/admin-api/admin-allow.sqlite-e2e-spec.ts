import { describe, expect, it } from '@jest/globals';
import { TestServer } from '../../support/test-server.js';

describe('ADMIN_ALLOW', () => {
  const ADMIN_ALLOW = '10.1.0.0/16, 203.0.113.7, 2001:db8::/32';
  const server = TestServer.forSuite({ ADMIN_ALLOW, TRUST_PROXY: 'loopback' });

  const ask = (path: string, from: string, method = 'GET') =>
    fetch(`${server.url}${path}`, { method, headers: { 'x-forwarded-for': from }, redirect: 'manual' });
  const ADMIN_PATHS = [
    '/admin',
    '/admin/',
    '/ADMIN/',
    '/admin/assets/none.js',
    '/admin/cards/1',
    '/api/admin/v1/cards',
    '/API/Admin/v1/cards',
    '/api/admin/v1/none',
  ];

  const OUTSIDERS = ['10.2.0.1', '203.0.113.8', '127.0.0.1', '2001:db9::1', '::ffff:10.2.0.1', 'nonsense'];
  it.each([...OUTSIDERS, '10.1.2.3, ,', '10.1.2.3%x', '2001:db8::1%x'])(
    'refuses every request of %s to the panel and the admin API',
    async (from) => {
      for (const path of ADMIN_PATHS) expect([path, (await ask(path, from)).status]).toEqual([path, 403]);
      const answer = await ask('/api/admin/v1/auth/sign-in', from, 'POST');
      expect(await answer.json()).toMatchObject({ statusCode: 403, code: 'address_not_allowed' });
    },
  );

  it.each(['10.1.200.3', '203.0.113.7', '::ffff:203.0.113.7', '2001:db8:1::1'])(
    'lets %s in',
    async (from) => {
      for (const path of ADMIN_PATHS) expect((await ask(path, from)).status).not.toBe(403);
      expect((await ask('/api/admin/v1/cards', from)).status).toBe(401);
    },
  );

  it('does not affect the client API, health checks and documents', async () => {
    for (const path of ['/health/live', '/docs'])
      expect((await ask(path, '10.2.0.1')).status).toBeLessThan(400);
    const answer = await ask('/api/client/v1/card/heartbeat', '10.2.0.1', 'POST');
    expect(await answer.json()).toMatchObject({ code: 400 });
  });
});

it('ADMIN_ALLOW with this machine refuses clients whose address a local proxy sends with a port or not at all', async () => {
  const server = await TestServer.start({ ADMIN_ALLOW: '127.0.0.1', TRUST_PROXY: 'loopback' });
  const statuses = [];
  for (const from of ['203.0.113.8:5678', '[2001:db9::1]:443', '[::2]', 'unknown', '127.0.0.1:5678']) {
    const { status } = await fetch(`${server.url}/api/admin/v1/cards`, {
      headers: { 'x-forwarded-for': from },
    });
    statuses.push(status);
  }
  await server.stop();
  expect(statuses).toEqual([403, 403, 403, 403, 401]);
});
