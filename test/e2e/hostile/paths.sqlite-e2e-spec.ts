import { describe, expect, it } from '@jest/globals';
import { TestServer } from '../../support/test-server.js';
import { statusOf, WORST_PATHS } from '../../support/worst-paths.js';

describe('a path', () => {
  const server = TestServer.forSuite();

  it.each(WORST_PATHS.map((path) => [path.slice(0, 30), path]))(
    'whose lookup is expensive is 404: %s…',
    async (_, path) => {
      for (const method of ['GET', 'HEAD', 'POST'])
        expect(await statusOf(server.url, path, method)).toBe(404);
    },
  );

  it.each([
    '/admin/../admin/',
    '/admin/..',
    '/admin/cards/..%2f..%2Fpackage.json',
    '/admin/assets/%2E./index.html',
    '/admin/assets\\..\\index.html',
    '/docs/.%2e%5cdocs',
    '/docs/../openapi.json?a=b',
    '/../admin/',
  ])('that leads upwards is 404: %s', async (path) => {
    expect(await statusOf(server.url, path)).toBe(404);
  });

  it.each([
    '/admin/cards/a..b',
    '/admin/...',
    `/admin/${'a'.repeat(1000)}`,
    `/admin/?a=../${'a'.repeat(10_000)}`,
  ])('of a page of the panel is 200: %.40s', async (path) => {
    expect(await statusOf(server.url, path)).toBe(200);
  });

  it('that does not exist is answered in the form of the API to which its prefix belongs', async () => {
    const path = `/${'a'.repeat(2000)}`;
    const answer = await fetch(server.url + path);
    expect(await answer.json()).toEqual({ statusCode: 404, message: 'Not Found' });
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const ofAdmin = await fetch(`${server.url}/api/admin/v1/none${path}`);
    expect(await ofAdmin.json()).toMatchObject({ statusCode: 404, code: 'no_such_endpoint' });
    const ofClient = await fetch(`${server.url}/api/client/v1/none${path}`);
    expect(await ofClient.json()).toMatchObject({ code: 404 });
  });
});
