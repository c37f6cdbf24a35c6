import { describe, expect, it } from '@jest/globals';
import { RawSocket } from '../../support/raw-socket.js';
import { eventually } from '../../support/server-process.js';
import { TestServer } from '../../support/test-server.js';

const PATH = '/api/client/v1/ping';
const MAX_CONNECTIONS = 20;

describe('GET /ping', () => {
  const server = TestServer.forSuite({
    TRUST_PROXY: '127.0.0.1',
    LIMIT_REFUSED_REQUESTS: '5',
    MAX_CONNECTIONS: String(MAX_CONNECTIONS),
  });

  const ping = (path = PATH, headers = {}) => fetch(server.url + path, { headers });

  it("answers the server's time without a signature, to any page", async () => {
    server.clock.advance(1.5);
    const answer = await ping(`${PATH}?nonce=1&sign=wrong`, { origin: 'https://example.com' });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(
      `{"code":0,"message":"ok","result":{"server_time":${Math.floor(server.clock.now() / 1000)}}}`,
    );
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('counts toward no limit, and answers an address that is limited', async () => {
    const from = { 'x-forwarded-for': '198.51.100.9' };
    const notice = async () => (await ping('/api/client/v1/software/notice', from)).status;
    for (let i = 0; i < 50; i++) expect((await ping(PATH, from)).status).toBe(200);
    expect(await notice()).toBe(200);
    for (let i = 0; i < 6; i++) await notice();
    expect(await notice()).toBe(429);
    expect((await ping(PATH, from)).status).toBe(200);
  });

  it('is a GET only', async () => {
    const answer = await fetch(server.url + PATH, { method: 'POST' });
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { code: 404, message: expect.any(String), nonce: '', sign: '' },
    ]);
  });

  it('is no way around the limits of connections', async () => {
    const flood = await Promise.all(
      Array.from({ length: 5 * MAX_CONNECTIONS }, async () => {
        const raw = await RawSocket.open(server.url, '127.0.0.2');
        raw.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\n\r\n`);
        return raw;
      }),
    );
    const left = () => flood.filter(({ socket }) => !socket.destroyed).length;
    await eventually(async () => left() <= MAX_CONNECTIONS || undefined);
    for (const raw of flood) raw.drop();
  });
});
