import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { readFileSync, readdirSync } from 'node:fs';
import { freePort } from '../../../tools/private-server.js';
import { namesInDeploy } from '../../support/deploy-files.js';
import { scrape } from '../../support/metrics.js';
import { clientOf, eventually, ServerProcess } from '../../support/server-process.js';
import { describeGroup, heartbeat, login, ServerGroup } from '../../support/server-group.js';

/** Returns the server processes that a process has started. */
function serversOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => parentOf(child) === pid);
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

/** Makes the supervisor's third and fourth start of a process fail: the call throws, or the process emits the error. */
const FAILING_SPAWNS = `data:text/javascript,${encodeURIComponent(`
  import { ChildProcess } from 'node:child_process';
  import cluster from 'node:cluster';
  const { spawn } = ChildProcess.prototype;
  let count = 0;
  ChildProcess.prototype.spawn = function (options) {
    if (cluster.isPrimary) count += 1;
    if (count === 3) options.envPairs.push('LONG=' + 'x'.repeat(500_000));
    if (count === 4) options.file = '/nowhere';
    return spawn.call(this, options);
  };`)}`;

describeGroup('WORKERS', () => {
  let group: ServerGroup;
  beforeEach(async () => {
    group = await ServerGroup.start(0);
  });
  afterEach(() => group.stop());

  const living = (server: ServerProcess, count: number) =>
    eventually(async () => {
      const pids = serversOf(server.pid);
      return pids.length === count ? pids : undefined;
    }, 100);

  it('starts the set number of processes on one port, and replaces processes that die', async () => {
    const server = await group.add({ WORKERS: '3' });
    await server.logged('All 3 server processes are ready');
    const pids = await living(server, 3);
    const client = clientOf(server, group.application);
    const token = await login(client);
    for (let i = 0; i < 30; i++) expect(await heartbeat(client, token)).toMatchObject({ code: 0 });

    process.kill(pids[0]!, 'SIGKILL');
    await eventually(async () => (serversOf(server.pid).includes(pids[0]!) ? undefined : true));
    expect(await eventually(async () => heartbeat(client, token).catch(() => undefined))).toMatchObject({
      code: 0,
    });
    expect(await living(server, 3)).not.toContain(pids[0]);

    const { code, stdout } = await server.stop();
    expect(code).toBe(0);
    expect(stdout).toContain('A server process died (SIGKILL)');
    expect(pids.map(parentOf)).toEqual([undefined, undefined, undefined]);
  });

  it('serve the metrics of each of them on one port, and go on when one dies', async () => {
    const port = await freePort();
    const server = await group.add({ WORKERS: '2', METRICS_PORT: String(port) });
    await server.logged('All 2 server processes are ready');
    const figures = () => scrape(`http://127.0.0.1:${port}/metrics`);
    const client = clientOf(server, group.application);
    const token = await login(client);
    for (let i = 0; i < 20; i++) expect(await heartbeat(client, token)).toMatchObject({ code: 0 });

    const before = await figures();
    const route = '/api/client/v1/card/heartbeat';
    expect(before.value('latchkey_requests_total', { route, code: '0' })).toBe(20);
    expect(before.value('latchkey_request_duration_seconds_count', { route })).toBe(20);
    expect(before.value('latchkey_redis_up')).toBe(2);
    // One of them is the leader.
    expect(before.value('latchkey_leader')).toBe(1);
    await eventually(async () => (await figures()).value('latchkey_sessions_live') === 1 || undefined);
    for (const worker of ['1', '2']) {
      expect(before.value('latchkey_worker_up', { worker })).toBe(1);
      expect(before.value('latchkey_build_info', { worker })).toBe(1);
    }
    for (const [, names] of namesInDeploy()) {
      expect(names.filter((name) => !before.names.has(name))).toEqual([]);
    }

    const [killed] = await living(server, 2);
    process.kill(killed!, 'SIGKILL');
    await eventually(async () => (serversOf(server.pid).includes(killed!) ? undefined : true));
    expect((await figures()).value('latchkey_worker_up')).toBe(1);
    const after = await eventually(async () => {
      const now = await figures();
      return now.value('latchkey_worker_up') === 2 ? now : undefined;
    });
    expect(after.value('latchkey_worker_restarts_total')).toBe(1);

    await group.redis.kill();
    await eventually(async () => (await figures()).value('latchkey_redis_up') === 0 || undefined);
  });

  it('live on when the system cannot start another process, and the supervisor tries again', async () => {
    const server = await group.add({ WORKERS: '2', NODE_OPTIONS: `--import=${FAILING_SPAWNS}` });
    await server.logged('All 2 server processes are ready');
    const [killed, other] = await living(server, 2);
    process.kill(killed!, 'SIGKILL');
    await server.logged('A server process died (spawn E2BIG)');
    await server.logged('A server process died (spawn /nowhere ENOENT)');
    expect(await living(server, 2)).toContain(other);
    expect((await server.stop()).code).toBe(0);
  });

  it('end with their supervisor, even if it is killed', async () => {
    const server = await group.add({ WORKERS: '2' });
    await server.logged('All 2 server processes are ready');
    const pids = await living(server, 2);
    process.kill(server.pid, 'SIGKILL');
    await eventually(async () => pids.every((pid) => parentOf(pid) === undefined) || undefined);
  });

  it('a failed start is reported at once and not retried', async () => {
    const REDIS_URL = group.redis.url.replace('://', '://:wrong@');
    const redis = new Redis(group.redis.url);
    await redis.config('SET', 'requirepass', 'right');
    redis.disconnect();
    const { code, stderr } = await ServerProcess.fail({ ...group.environment, REDIS_URL, WORKERS: '2' });
    expect(code).toBe(78);
    expect(stderr.match(/The Redis of REDIS_URL cannot be used/g)).toHaveLength(1);
  });
});
