import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import { ANSWER_WITHIN_MS, LONG_MS } from '../../support/fuzz-run.js';
import { memoryOf, REPORTS_MEMORY } from '../../support/memory-of.js';
import { RawSocket } from '../../support/raw-socket.js';
import { ServerProcess } from '../../support/server-process.js';
import { createMigratedDatabase, type TestDatabase } from '../../support/test-database.js';

const GET = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
const POST =
  'POST /api/client/v1/card/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n';
/** Path of the largest response without credentials. */
const PANEL = 'GET /docs/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';
const MAX_CONNECTIONS = 500;
/** The server's limits, plus the time to check and close. */
const HEAD_MS = 20_000 + 8_000;
const BODY_MS = 120_000 + 8_000;

/** Opens connections that last as long as the server allows. */
describe('slow connections', () => {
  let database: TestDatabase;
  let server: ServerProcess;
  beforeAll(async () => {
    database = await createMigratedDatabase();
    const limits = { MAX_CONNECTIONS: String(MAX_CONNECTIONS) };
    server = await ServerProcess.start({ ...database.environment, ...limits, ...REPORTS_MEMORY });
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
  });

  const open = (count: number, bytes: string, isRead = true) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const raw = await RawSocket.open(server.url);
        if (!isRead) raw.socket.pause();
        raw.write(bytes);
        return raw;
      }),
    );
  const isServed = async () => {
    const start = performance.now();
    const isOk = await fetch(`${server.url}/health/live`, { headers: { connection: 'close' } }).then(
      ({ status }) => status === 200,
      () => false,
    );
    return isOk && performance.now() - start < ANSWER_WITHIN_MS;
  };
  /**
   * Continues every connection each second until the server has closed all of them. Returns the duration in
   * milliseconds.
   */
  const untilClosed = async (all: RawSocket[], drip: string, withinMs: number) => {
    const start = performance.now();
    while (performance.now() - start < withinMs && all.some(({ socket }) => !socket.destroyed)) {
      for (const raw of all) if (!raw.socket.destroyed && drip !== '') raw.write(drip);
      expect(await isServed()).toBe(true);
      await setTimeout(1000);
    }
    expect(all.filter(({ socket }) => !socket.destroyed)).toHaveLength(0);
    return performance.now() - start;
  };

  it(
    'are ended, and others are served all the while',
    async () => {
      const before = await memoryOf(server);
      const [silent, heads, bodies, unread] = await Promise.all([
        open(100, ''),
        open(200, GET.slice(0, -2)),
        open(100, POST),
        open(50, PANEL.repeat(20), false),
      ]);
      const during = await memoryOf(server);
      const headMs = await untilClosed([...silent, ...heads], '', HEAD_MS);
      const bodyMs = await untilClosed(bodies, '1', BODY_MS);
      for (const raw of unread) raw.drop();
      const after = await memoryOf(server);
      process.stderr.write(
        `Slow connections: heads closed after ${Math.round(headMs)} ms, bodies after ${Math.round(headMs + bodyMs)} ms; memory in MiB ${JSON.stringify([before, during, after])}\n`,
      );
      expect(during.rss - before.rss).toBeLessThan(150);
      expect(after.heap - before.heap).toBeLessThan(10);
    },
    LONG_MS,
  );

  it(
    'cannot keep the server for themselves',
    async () => {
      const all = await open(MAX_CONNECTIONS + 100, 'G');
      expect(await isServed()).toBe(true);
      await server.logged('closing connections of 127.0.0.1, which has the most');
      for (const raw of all) raw.drop();
    },
    LONG_MS,
  );
});
