import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { IsNull } from 'typeorm';
import { SessionSampler } from '@app/usage';
import { ScheduledJobs } from '@app/cluster';
import { inTransaction, rowLock, Session } from '@app/database';
import { HeartbeatSaver } from '@app/licensing';
import { freePort } from '../../../tools/private-server.js';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication } from '../../support/card-application.js';
import { namesInDeploy } from '../../support/deploy-files.js';
import { PaojiaoyunApplication } from '../../support/paojiaoyun-application.js';
import { type Scrape, scrape } from '../../support/metrics.js';
import { TestServer } from '../../support/test-server.js';

const API = '/api/client/v1';
/** Metrics of the supervisor of `WORKERS`, tested by the suite `workers`. */
const WORKERS = new Set(['latchkey_worker_up', 'latchkey_worker_restarts_total']);
const TOKEN = 'a-token-of-some-length';

describe('/metrics', () => {
  let server: TestServer;
  let app: CardApplication;
  let url: string;
  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}/metrics`;
    const limits = { LIMIT_WRONG_PASSWORDS: '3' };
    server = await TestServer.start({ METRICS_PORT: String(port), DATABASE_POOL_SIZE: '4', ...limits });
    app = await CardApplication.create(server, {
      cards: ['C1', 'C2'],
      settings: {
        variables: [{ key: 'v', value: '1' }],
        functions: [
          { name: 'fine', source: 'function fine() { return 1 }' },
          { name: 'wrong', source: 'function wrong() { throw new Error("no") }' },
          { name: 'endless', source: 'function endless() { for (;;) {} }', timeout_ms: 20 },
        ],
      },
    });
  });
  afterAll(() => server.stop());

  let before: Scrape;
  beforeEach(async () => {
    before = await scrape(url);
  });
  /** Returns the increase of a counter since the test began. */
  const risen = async (name: string, labels: Record<string, string> = {}) =>
    (await scrape(url)).value(name, labels)! - (before.value(name, labels) ?? 0);

  it('counts requests of the client API by pattern and code, and how long they took', async () => {
    const token = await app.open();
    for (let i = 0; i < 3; i++) await app.heartbeat(token);
    await app.heartbeat('unknown');
    await app.client.get('/remote/variables/v');
    await app.client.get('/remote/variables/none');
    await app.client.post('/no/such/thing');
    const requests = (route: string, code: number, method = 'POST') =>
      risen('latchkey_requests_total', { method, route: route && `${API}${route}`, code: String(code) });
    expect(await requests('/card/heartbeat', 0)).toBe(3);
    expect(await requests('/card/heartbeat', 10214)).toBe(1);
    expect(await requests('/remote/variables/:key', 0, 'GET')).toBe(1);
    expect(await requests('/remote/variables/:key', 10501, 'GET')).toBe(1);
    expect(await requests('', 404, '')).toBe(1);

    const heartbeats = { route: `${API}/card/heartbeat` };
    const duration = 'latchkey_request_duration_seconds';
    expect(await risen(`${duration}_count`, heartbeats)).toBe(4);
    expect(await risen(`${duration}_bucket`, { ...heartbeats, le: '+Inf' })).toBe(4);
    expect(await risen(`${duration}_bucket`, { ...heartbeats, le: '10' })).toBe(4);
    expect(await risen(`${duration}_sum`, heartbeats)).toBeGreaterThan(0);
    expect(await risen(`${duration}_sum`, heartbeats)).toBeLessThan(40);
  });

  it('counts requests of clients of 泡椒云 under the paths that they call', async () => {
    const { client } = await PaojiaoyunApplication.create(server);
    await client.post('/v1/card/login', { card: 'C1', device_id: 'D1' });
    expect(await risen('latchkey_requests_total', { route: '/v1/card/login', code: '0' })).toBe(1);
    expect(await risen('latchkey_requests_total', { route: `${API}/card/login` })).toBe(0);
  });

  it('counts other requests by HTTP status', async () => {
    const owner = await AdminClient.owner(server);
    await owner.get('/cards/1');
    await owner.get('/cards/999999');
    const route = '/api/admin/v1/cards/:id';
    expect(await risen('latchkey_requests_total', { method: 'GET', route, code: '200' })).toBe(1);
    expect(await risen('latchkey_requests_total', { method: 'GET', route, code: '404' })).toBe(1);
    expect(await risen('latchkey_request_duration_seconds_count', { route })).toBe(2);
  });

  it('counts refusals by limits', async () => {
    const nobody = { username: 'nobody', password: 'a guess', device_id: 'D1' };
    for (let i = 0; i < 5; i++) await app.client.post('/user/login', nobody);
    expect(await risen('latchkey_limited_total', { limit: 'wrong_passwords' })).toBe(2);
    expect(await risen('latchkey_limited_total')).toBe(2);
    server.clock.advance(15 * 60);
  });

  it('counts calls of functions and replaced workers', async () => {
    const call = (name: string) => app.client.post(`/remote/functions/${name}/call`);
    for (const name of ['fine', 'fine', 'wrong']) await call(name);
    expect(await risen('latchkey_function_calls_total', { outcome: 'ok' })).toBe(2);
    expect(await risen('latchkey_function_calls_total', { outcome: 'failed' })).toBe(1);
    const now = await scrape(url);
    expect(now.value('latchkey_function_workers')).toBeGreaterThan(0);
    expect(now.value('latchkey_function_queue')).toBe(0);
    expect(now.value('latchkey_function_worker_starts_total')).toBeGreaterThanOrEqual(
      now.value('latchkey_function_workers')!,
    );
  });

  it('counts live sessions and unsaved heartbeats', async () => {
    const token = await app.open('D1', 'C2');
    await server.get(HeartbeatSaver).save();
    await server.get(SessionSampler).run();
    expect((await scrape(url)).value('latchkey_sessions_live')).toBe(
      await server.dataSource.manager.countBy(Session, { endedAt: IsNull() }),
    );
    // This transaction locks the open sessions, so no heartbeat can be saved until it ends.
    await inTransaction(server.dataSource, async (manager) => {
      await manager.find(Session, { where: { endedAt: IsNull() }, ...rowLock(manager) });
      server.clock.advance(1);
      expect(await app.heartbeat(token, 'C2')).toMatchObject({ code: 0 });
      expect((await scrape(url)).value('latchkey_heartbeats_unsaved')).toBe(1);
    });
    await server.get(HeartbeatSaver).save();
    expect((await scrape(url)).value('latchkey_heartbeats_unsaved')).toBe(0);
  });

  it('reports the last run and the failures of scheduled jobs', async () => {
    server.stopScheduledJobs(); // Scheduled runs would count, too.
    const job = { name: 'session-expiry' };
    server.clock.advance(60);
    await server.get(ScheduledJobs).run(job.name);
    const done = await scrape(url);
    const now = server.clock.now() / 1000;
    expect(done.value('latchkey_job_last_run_timestamp_seconds', job)).toBe(now);
    expect(done.value('latchkey_job_last_success_timestamp_seconds', job)).toBe(now);
    expect(done.value('latchkey_job_last_duration_seconds', job)).toBeGreaterThan(0);

    server.clock.advance(60);
    await server.dataSource.query('ALTER TABLE sessions RENAME TO sessions_away');
    await server.get(ScheduledJobs).run(job.name);
    await server.dataSource.query('ALTER TABLE sessions_away RENAME TO sessions');
    const failed = await scrape(url);
    expect(failed.value('latchkey_job_failures_total', job)).toBe(
      done.value('latchkey_job_failures_total', job)! + 1,
    );
    expect(failed.value('latchkey_job_last_run_timestamp_seconds', job)).toBe(now + 60);
    expect(failed.value('latchkey_job_last_success_timestamp_seconds', job)).toBe(now);
  });

  it('counts requests waiting for the database', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = Array.from({ length: 8 }, () => inTransaction(server.dataSource, () => promise));
    const busy = await scrape(url);
    resolve();
    await Promise.all(held);
    expect(busy.value('latchkey_database_connections_in_use')).toBe(
      busy.value('latchkey_database_connections'),
    );
    expect(busy.value('latchkey_database_waiting')).toBeGreaterThanOrEqual(4);
    expect((await scrape(url)).value('latchkey_database_waiting')).toBeLessThan(4);
  });

  it('covers the process', async () => {
    const now = await scrape(url);
    expect(now.value('latchkey_build_info', { version: '0.1.0', node: process.versions.node })).toBe(1);
    expect(now.value('process_resident_memory_bytes')).toBeGreaterThan(50e6);
    expect(now.value('process_cpu_seconds_total')).toBeGreaterThan(0.1);
    expect(now.value('nodejs_eventloop_lag_max_seconds')).toBeLessThan(60);
    expect(Math.abs(now.value('process_start_time_seconds')! - performance.timeOrigin / 1000)).toBeLessThan(
      1,
    );
    expect(now.value('latchkey_leader')).toBe(1);
  });

  it.each(namesInDeploy())('every metric named in %s exists', (_, names) => {
    const [ofWorkers, others] = [new Set(names).intersection(WORKERS), new Set(names).difference(WORKERS)];
    expect(others.size + ofWorkers.size).toBeGreaterThan(10);
    expect([...others].filter((name) => !before.names.has(name))).toEqual([]);
  });

  it('is the only path of its port, and does not exist on the client port', async () => {
    expect((await fetch(url.replace('/metrics', '/'))).status).toBe(404);
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  });

  it('with a token requires it, and ends with the server', async () => {
    const port = await freePort();
    const other = await TestServer.start({ METRICS_PORT: String(port), METRICS_TOKEN: TOKEN });
    const address = `http://127.0.0.1:${port}/metrics`;
    try {
      const asked = async (authorization?: string) =>
        (await fetch(address, { headers: authorization ? { authorization } : {} })).status;
      expect(await asked()).toBe(401);
      expect(await asked(`Bearer ${TOKEN}s`)).toBe(401);
      expect(await asked(`Basic ${TOKEN}`)).toBe(401);
      expect(await asked(`Bearer ${TOKEN}`)).toBe(200);
    } finally {
      await other.stop();
    }
    await expect(fetch(address)).rejects.toThrow();
  });
});
