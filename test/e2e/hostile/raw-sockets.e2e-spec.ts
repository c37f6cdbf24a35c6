import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { ANSWER_WITHIN_MS, fuzz, isLongRun, LONG_MS } from '../../support/fuzz-run.js';
import { type Changes, hostileChanges } from '../../support/hostile-bytes.js';
import { rightBytes, sendBroken } from '../../support/hostile-raw.js';
import { RawSocket } from '../../support/raw-socket.js';
import { applyByCommand, clientOf, ServerProcess } from '../../support/server-process.js';
import type { SignedClient } from '../../support/signed-client.js';
import { BROKEN } from '../../support/smuggling-shapes.js';
import { createMigratedDatabase, ENGINE, type TestDatabase } from '../../support/test-database.js';

const AT_ONCE = 20;
const GET = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';

// Raw HTTP is independent of the engine.
(ENGINE === 'sqlite' || isLongRun ? describe : describe.skip)('bytes that are no requests', () => {
  let database: TestDatabase;
  let server: ServerProcess;
  let client: SignedClient;
  beforeAll(async () => {
    database = await createMigratedDatabase();
    const application = await applyByCommand(database.environment, { notice: 'here' });
    server = await ServerProcess.start(database.environment);
    client = clientOf(server, application);
  });
  afterAll(async () => {
    const { stderr, stdout } = await server.stop();
    await database.drop();
    expect(stderr).toBe('');
    // Random data must not fill the log either.
    expect(stdout.split('\n').filter((line) => /"level":[456]0/.test(line))).toEqual([]);
  });

  const send = async (bytes: string | Buffer) => {
    const raw = await RawSocket.open(server.url);
    raw.write(bytes);
    await raw.closed(ANSWER_WITHIN_MS);
    const answer = await raw.answer();
    raw.drop();
    return answer;
  };
  /** Expects that another client is served quickly at the same time. */
  const expectOthersServed = async () => {
    const start = performance.now();
    expect(await client.get('/software/notice')).toMatchObject({ code: 0 });
    expect(performance.now() - start).toBeLessThan(ANSWER_WITHIN_MS);
  };

  it.each(Object.entries(BROKEN))(
    'are refused once, and nothing after them is read: %s',
    async (_, bytes) => {
      const { statuses, isClosed } = await send(bytes);
      expect(isClosed).toBe(true);
      expect(statuses).toHaveLength(1);
      expect([400, 413]).toContain(statuses[0]);
    },
  );

  it.each([
    [
      'an absolute address',
      'POST http://x/api/client/v1/card/login HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n',
      [200],
    ],
    [
      'every method',
      ['HEAD', 'OPTIONS', 'TRACE', 'PUT', 'PROPFIND']
        .map((method) => `${method} /api/client/v1/card/login HTTP/1.1\r\nHost: x\r\n\r\n`)
        .join(''),
      [404, 204, 404, 404, 404],
    ],
    [
      'an upgrade that the server does not offer',
      `${GET.slice(0, -2)}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      [200],
    ],
    ['an unknown expectation', `${GET.slice(0, -2)}Expect: the-unexpected\r\n\r\n`, [417]],
    ['HTTP/1.0', 'GET /health/live HTTP/1.0\r\n\r\n', [200]],
    ['empty lines before', `\r\n\r\n${GET}`, [200]],
  ])('are read as HTTP specifies: %s', async (_, bytes, expected) => {
    const raw = await RawSocket.open(server.url);
    raw.write(bytes);
    expect(await raw.statuses(expected.length)).toEqual(expected);
    raw.drop();
  });

  it('get an error response if they are recognisable as requests', async () => {
    const message = 'the request is not valid HTTP';
    expect((await send(BROKEN['two lengths']!)).text).toContain(
      JSON.stringify({ statusCode: 400, code: 400, message, nonce: '', sign: '' }),
    );
    expect((await send(BROKEN['endless headers']!)).text).toContain('address and headers may have 16 KiB');
  });

  it(
    'get regular responses, and others are served',
    async () => {
      const right = rightBytes(client);
      const broken = fc.array(fc.tuple(fc.nat(), hostileChanges), { minLength: AT_ONCE, maxLength: AT_ONCE });
      const sendAll = async (many: [number, Changes][]) => {
        const send = ([at, changes]: [number, Changes]) =>
          sendBroken(server.url, right[at % right.length]!, changes);
        return (await Promise.all(many.map(send))).find((complaint) => complaint !== undefined);
      };
      await fuzz(200, broken, sendAll, AT_ONCE);
      await expectOthersServed();
    },
    LONG_MS,
  );

  it('do not delay others, whether slow, silent or many', async () => {
    const begun = ['', 'G', GET.slice(0, -2), 'POST /api/client/v1/card/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{']; // prettier-ignore
    const slow = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const raw = await RawSocket.open(server.url);
        raw.write(begun[i % begun.length]!);
        return raw;
      }),
    );
    await expectOthersServed();
    for (const raw of slow) raw.drop();
  });

  it('with many requests in one packet: some are answered, the others are not started', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => RawSocket.open(server.url)));
    for (const raw of all) raw.write(GET.repeat(2000));
    await expectOthersServed();
    for (const raw of all) {
      const statuses = await raw.statuses(2000);
      expect(statuses).toEqual(statuses.map((_, at) => (at < 20 ? 200 : 503)));
      raw.drop();
    }
  });
});
