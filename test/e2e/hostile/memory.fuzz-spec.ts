import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { AdminClient } from '../../support/admin-client.js';
import { RECORDS, type Sessions } from '../../support/client-route-table.js';
import { faultOfEnvelope } from '../../support/envelope-faults.js';
import { FuzzReport, LONG_MS, LONG_RUNS, SEED } from '../../support/fuzz-run.js';
import { hostileChanges } from '../../support/hostile-bytes.js';
import { hostileClientRequest, sendHostile } from '../../support/hostile-client-request.js';
import { rightBytes, sendBroken } from '../../support/hostile-raw.js';
import { memoryOf, REPORTS_MEMORY } from '../../support/memory-of.js';
import { applyByCommand, clientOf, ServerProcess } from '../../support/server-process.js';
import type { SignedClient } from '../../support/signed-client.js';
import { createMigratedDatabase, type TestDatabase } from '../../support/test-database.js';

const AT_ONCE = 20;
const ROUNDS = 5;
/** MiB allowed for other uses: nonces, which are kept for 90 seconds, and the database's caches. */
const HEAP_SLACK = 24;
const RSS_SLACK = 96;
const TERMS = {
  duration: { unit: 'days', amount: 30 },
  max_sessions: 1,
  max_devices: 0,
  features: { one: true },
};
const PERSON = { username: 'alice', password: 'correct horse', card: 'C1', device_id: 'D1' };

describe('a server process under hostile requests', () => {
  const figures = new FuzzReport();
  let database: TestDatabase;
  let server: ServerProcess;
  let client: SignedClient;
  let sessions: Sessions;
  beforeAll(async () => {
    database = await createMigratedDatabase();
    const application = await applyByCommand(database.environment, {
      multi_open_policy: 'kick_oldest',
      trial: 'once',
      trial_minutes: 43_200,
      card_types: [{ name: 'Type', ...TERMS }],
      cards: ['C1', 'C2', 'C3', 'C4'].map((card) => ({ card, card_type: 'Type' })),
    });
    server = await ServerProcess.start({ ...database.environment, ...REPORTS_MEMORY });
    client = clientOf(server, application);
    const owner = await AdminClient.owner(server);
    const { id: applicationId } = (await owner.list<{ id: number }>('/applications')).body[0]!;
    for (const [path, fields] of RECORDS) await owner.create(path, { applicationId, ...fields });
    expect(await client.post('/user/register', PERSON)).toMatchObject({ code: 0 });
    const open = async (path: string, parameters: Record<string, string>) =>
      String((await client.post(path, parameters)).result?.token);
    sessions = {
      ofCard: () => open('/card/login', { card: 'C2', device_id: 'D2' }),
      ofUser: () => open('/user/login', PERSON),
      ofTrial: () => open('/trial/login', { device_id: 'D3' }),
    };
  });
  afterAll(async () => {
    figures.tell('Server process');
    const { stderr } = await server.stop();
    await database.drop();
    expect(stderr).toBe('');
  });

  const round = async (count: number, seed: number) => {
    const requests = fc.sample(hostileClientRequest, { numRuns: count, seed });
    const bytes = fc.sample(fc.tuple(fc.nat(), hostileChanges), { numRuns: count, seed });
    const right = rightBytes(client);
    for (let at = 0; at < count; at += AT_ONCE) {
      const faults = await Promise.all([
        ...requests.slice(at, at + AT_ONCE).map(async (request) =>
          faultOfEnvelope(await figures.time(request.route, () => sendHostile(client, sessions, request))),
        ),
        ...bytes.slice(at, at + AT_ONCE).map(([which, changes]) => sendBroken(server.url, right[which % right.length]!, changes)),
      ]);
      expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
    }
  }; // prettier-ignore

  it(
    'holds no more memory after many requests than after the first thousand',
    async () => {
      await round(1000, SEED);
      const before = await memoryOf(server);
      const seen = [before];
      for (let i = 1; i <= ROUNDS; i++) {
        await round(Math.ceil(LONG_RUNS! / ROUNDS), SEED + i);
        seen.push(await memoryOf(server));
      }
      const after = seen.at(-1)!;
      process.stderr.write(
        `Memory in MiB, every ${LONG_RUNS! / ROUNDS} requests and as many junk: ${JSON.stringify(seen)}\n`,
      );
      expect(after.heap - before.heap).toBeLessThan(HEAP_SLACK);
      expect(after.rss - before.rss).toBeLessThan(RSS_SLACK);
    },
    LONG_MS,
  );
});
