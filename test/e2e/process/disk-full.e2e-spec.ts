import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Card, Device, Session } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { applyHere } from '../../support/apply-here.js';
import { openTestDataSource } from '../../support/open-data-source.js';
import { clientOf, eventually, ServerProcess } from '../../support/server-process.js';
import type { Answer, SignedClient } from '../../support/signed-client.js';
import { createTestDatabase, ENGINE, type TestDatabase } from '../../support/test-database.js';

const CARDS = 400;
const ROOM = 64 * 1024;
/** Bytes left, less than a page of the write-ahead log. */
const NOTHING = 4096;

/** Runs only on Linux, where the file size of a running process can be limited. */
const canLimit = spawnSync('prlimit', ['--version']).status === 0;
const describeOnSqlite = ENGINE === 'sqlite' && canLimit ? describe : describe.skip;

describeOnSqlite('a SQLite database without room on its disk', () => {
  let database: TestDatabase;
  let server: ServerProcess;
  let client: SignedClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    const application = await applyHere(database.environment, {
      card_types: [{ name: 'T', duration: { unit: 'days', amount: 30 } }],
      cards: Array.from({ length: CARDS }, (_, i) => ({ card: `C${i}`, card_type: 'T' })),
    });
    server = await ServerProcess.start(database.environment);
    client = clientOf(server, application);
  });
  afterAll(async () => {
    await server?.kill();
    await database?.drop();
  });

  const logFile = () => join(database.environment.DATA_DIR, 'latchkey.sqlite-wal');
  /** Limits the size of the server's files from now on. The system then refuses writes, as a full disk does. */
  const limitFiles = (bytes: number | 'unlimited') =>
    expect(spawnSync('prlimit', [`--pid=${server.pid}`, `--fsize=${bytes}:`]).status).toBe(0);
  const login = (i: number) => client.post('/card/login', { card: `C${i}`, device_id: `C${i}` });
  const heartbeat = (i: number, token: unknown) =>
    client.post('/card/heartbeat', { card: `C${i}`, token: String(token) });

  it('fails a card job because of a full disk, and reports it', async () => {
    const admin = await AdminClient.owner(server);
    const [type] = (await admin.list<{ id: number; applicationId: number }>('/card-types')).body;
    const { id: cardTypeId, applicationId } = type!;
    limitFiles(statSync(logFile()).size + ROOM);
    const { id } = await admin.create('/card-jobs/generate', { applicationId, cardTypeId, count: 100_000 });
    const job = await eventually(async () => {
      const { body } = await admin.get(`/card-jobs/${id}`);
      return body.status === 'failed' ? body : undefined;
    });
    limitFiles('unlimited');
    expect(job).toMatchObject({
      failure: { code: 'job_disk_full', params: {} },
      error: 'The disk of the database is full or not writable; nothing was changed',
    });
    expect(await admin.list('/cards', { range: [0, 0] })).toMatchObject({ status: 200 });
  });

  it('causes 503 for changes only, loses nothing, and recovers when there is space', async () => {
    const admin = await AdminClient.owner(server);
    const answers = [await login(0)];
    limitFiles(statSync(logFile()).size + ROOM);

    let full: Answer | undefined;
    while (full === undefined && answers.length < CARDS / 2) {
      const answer = await login(answers.length);
      answers.push(answer);
      if (answer.code !== 0) full = answer;
    }
    expect(full).toMatchObject({ status: 503, code: 503, message: expect.any(String) });
    expect(full!.headers.get('retry-after')).toBe('1');
    limitFiles(NOTHING);
    const made = await admin.post('/applications', { name: 'One more' });
    expect(made).toMatchObject({ status: 503, body: { statusCode: 503, message: expect.any(String) } });
    const ready = async () => {
      const answer = await fetch(`${server.url}/health/ready`);
      return { code: answer.status, body: await answer.json() };
    };
    const disk = { status: 'down', takesWrites: false, freeMiB: expect.any(Number) };
    expect(await ready()).toMatchObject({ code: 503, body: { details: { disk } } });
    for (let i = 0; i < 10; i++) {
      expect(await heartbeat(0, answers[0]!.result!.token)).toMatchObject({ code: 0 });
      expect((await admin.get('/applications')).status).toBe(200);
      expect((await login(answers.length)).code).toBe(503);
    }

    limitFiles('unlimited');
    const next = await eventually(async () => {
      const answer = await login(answers.length);
      return answer.code === 0 ? answer : undefined;
    });
    expect((await ready()).code).toBe(200);
    const accepted = answers.flatMap(({ code, result }, i) =>
      code === 0 ? [[i, result!.token] as const] : [],
    );
    accepted.push([answers.length, next.result!.token]);
    for (const [i, token] of accepted) expect(await heartbeat(i, token)).toMatchObject({ code: 0 });

    const { code, stdout, stderr } = await server.stop();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = (text: RegExp) => stdout.match(text)?.length;
    const refusals = lines(/The disk is full or not writable \(\d+ MiB free in /g);
    // At least one line from this test and one from the previous test. There may be more, since small writes of jobs
    // may find room between two refused writes.
    expect(refusals).toBeGreaterThanOrEqual(2);
    expect(refusals).toBeLessThan(8);
    expect(lines(/The disk of the database is writable again/g)).toBe(refusals);
    const { manager } = await openTestDataSource(database.environment);
    const [{ integrity_check: integrity }] = await manager.query('PRAGMA integrity_check');
    const counts = [
      await manager.countBy(Card, { status: 'activated' }),
      await manager.count(Device),
      await manager.count(Session),
    ];
    await manager.dataSource.destroy();
    expect({ integrity, counts }).toEqual({ integrity: 'ok', counts: Array(3).fill(accepted.length) });
  });
});
