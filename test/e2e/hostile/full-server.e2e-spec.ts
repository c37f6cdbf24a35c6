import { describe, expect, it } from '@jest/globals';
import { RawSocket } from '../../support/raw-socket.js';
import { eventually } from '../../support/server-process.js';
import { TestServer } from '../../support/test-server.js';
import { ENGINE } from '../../support/test-database.js';

const MAX_CONNECTIONS = 20;
const PROXY = '127.0.0.4';
const GET = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';

// Connections do not depend on the engine.
(ENGINE === 'sqlite' ? describe : describe.skip)('a server that one address fills with connections', () => {
  const server = TestServer.forSuite({ MAX_CONNECTIONS: String(MAX_CONNECTIONS), TRUST_PROXY: PROXY });

  const open = (count: number, from: string) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const raw = await RawSocket.open(server.url, from);
        raw.write('G');
        return raw;
      }),
    );
  const left = (all: RawSocket[]) => all.filter(({ socket }) => !socket.destroyed).length;

  it('serves other addresses, and a proxy keeps its connections', async () => {
    const proxied = await open(5, PROXY);
    const flood = await open(5 * MAX_CONNECTIONS, '127.0.0.2');
    const others = await open(5, '127.0.0.3');
    for (const raw of others) {
      raw.write(GET.slice(1));
      expect(await raw.statuses(1)).toEqual([200]);
    }
    await eventually(async () => left(flood) <= MAX_CONNECTIONS - 10 || undefined);
    expect([left(proxied), left(others)]).toEqual([5, 5]);
    for (const raw of [...proxied, ...flood, ...others]) raw.drop();
  });
});
