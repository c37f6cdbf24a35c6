import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { applyHere } from '../../support/apply-here.js';
import { clientOf, ServerProcess } from '../../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

/** Resident memory in MB that an idle server may take with all its processes. */
const MAX_MB = 140;
/** The same limit after the first requests, for which V8 has compiled and run more code. */
const MAX_USED_MB = 155;

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const isLinux = process.platform === 'linux';

(isLinux ? it : it.skip)(
  'takes little memory after the first start, a restart and function calls',
  async () => {
    const application = await applyHere(database.environment, {
      card_types: [{ name: 'Day', duration: { unit: 'days', amount: 1 } }],
      cards: [{ card: 'C', card_type: 'Day' }],
      functions: [{ name: 'f', source: 'function f() { return 1 }' }],
    });
    // The tests' compile cache, which production does not have, would add memory.
    const settings = { ...database.environment, NODE_DISABLE_COMPILE_CACHE: '1' };
    const first = await ServerProcess.start(settings);
    expect(memoryOf(first)).toBeLessThan(MAX_MB);
    await first.stop();

    const server = await ServerProcess.start({ ...settings, FUNCTION_WORKERS: '2' });
    expect(memoryOf(server)).toBeLessThan(MAX_MB);
    const client = clientOf(server, application);
    const login = await client.post('/card/login', { card: 'C', device_id: 'D' });
    const { token } = login.result as { token: string };
    const call = await client.post('/remote/functions/f/call', { card: 'C', token, params: '[]' });
    expect(call).toMatchObject({ code: 0 });
    // Measures the server without its function workers.
    expect(residentMb(server.pid)).toBeLessThan(MAX_USED_MB);
    await server.stop();
  },
);

/** Returns the resident memory of a server with the processes that it has started, in MB. */
function memoryOf({ pid }: ServerProcess): number {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + residentMb(each), 0);
}

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024) / 1e6;
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
}
