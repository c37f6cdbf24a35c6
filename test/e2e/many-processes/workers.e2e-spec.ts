import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { clientOf, eventually, ServerProcess } from '../../support/server-process.js';
import { describeGroup, heartbeat, login, ServerGroup } from '../../support/server-group.js';

/** Processes that a process has started and that run the server. */
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

describeGroup('WORKERS', () => {
  let group: ServerGroup;
  beforeEach(async () => {
    group = await ServerGroup.start(0);
  });
  afterEach(() => group.stop());

  const living = (server: ServerProcess, count: number) =>
    eventually(
      20_000,
      async () => {
        const pids = serversOf(server.pid);
        return pids.length === count ? pids : undefined;
      },
      100,
    );

  it('makes so many processes on one port, and others for those that die', async () => {
    const server = await group.add({ WORKERS: '3' });
    await server.logged('All 3 server processes are ready');
    const pids = await living(server, 3);
    const client = clientOf(server, group.application);
    const token = await login(client);
    for (let i = 0; i < 30; i++) expect(await heartbeat(client, token)).toMatchObject({ code: 0 });

    process.kill(pids[0]!, 'SIGKILL');
    await eventually(10_000, async () => (serversOf(server.pid).includes(pids[0]!) ? undefined : true));
    expect(await eventually(5000, async () => heartbeat(client, token).catch(() => undefined))).toMatchObject(
      {
        code: 0,
      },
    );
    expect(await living(server, 3)).not.toContain(pids[0]);

    const { code, stdout } = await server.stop();
    expect(code).toBe(0);
    expect(stdout).toContain('A server process died (SIGKILL)');
    expect(pids.map(parentOf)).toEqual([undefined, undefined, undefined]);
  }, 60_000);

  it('end with the process that made them, even when that is killed', async () => {
    const server = await group.add({ WORKERS: '2' });
    await server.logged('All 2 server processes are ready');
    const pids = await living(server, 2);
    process.kill(server.pid, 'SIGKILL');
    await eventually(10_000, async () => pids.every((pid) => parentOf(pid) === undefined) || undefined);
  });

  it('a start that fails is told at once, and not tried again', async () => {
    await group.redis.kill();
    const { code, stderr } = await ServerProcess.fail({ ...group.environment, WORKERS: '2' });
    expect(code).toBe(1);
    expect(stderr.match(/The Redis of REDIS_URL does not answer/g)).toHaveLength(1);
  });
});
