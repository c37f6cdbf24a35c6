import { beforeAll, describe, expect, it } from '@jest/globals';
import { UsageWriter } from '@app/usage';
import { ActivityCount, FunctionCallRecord, RemoteFunction } from '@app/database';
import { FunctionCallLog, FunctionRunner } from '@app/remote';
import { withFailingCommits } from '../../support/failing-commits.js';
import type { SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

/** A function that fails if its argument requests it. */
const SOURCE = (name: string) =>
  `function ${name}(n) { console.log('n', n); if (n < 0) throw new Error('no ' + n); return n; }`;

const REPORT = { outcome: { ok: true as const, value: '1' }, console: [], durationMs: 1, heapBytes: 1 };
const FAILURE = { ...REPORT, outcome: { ok: false as const, reason: 'no' } };

describe('Calls of remote functions', () => {
  const server = TestServer.forSuite({ FUNCTION_WORKERS: '2' });
  let client: SignedClient;
  beforeAll(async () => {
    client = await server.client({ name: 'Functions' });
  });

  const rows = (on = server) => on.dataSource.getRepository(FunctionCallRecord);
  const write = () => server.get(FunctionCallLog).run();

  async function define(name: string, source = SOURCE(name), more: object = {}): Promise<RemoteFunction> {
    await server.apply({ name: 'Functions', functions: [{ name, source, ...more }] });
    return server.dataSource.getRepository(RemoteFunction).findOneByOrFail({ name });
  }

  const call = (name: string, params = '[]', as = client) =>
    as.post(`/remote/functions/${name}/call`, { params });

  /** Stored calls of a function, oldest first. */
  async function kept({ id: functionId }: RemoteFunction) {
    await write();
    return rows().find({ where: { functionId }, order: { id: 'ASC' } });
  }

  it('are stored with outcome, time and memory', async () => {
    const add = await define('add');
    await call('add', '[1]');
    server.clock.advance(5);
    await call('add', '[-2]');
    const shared = { functionId: add.id, applicationId: add.applicationId, version: 1 };
    const [first, second] = await kept(add);
    expect(first).toMatchObject({
      ...shared,
      at: server.clock.now() - 5000,
      ok: true,
      error: null,
      console: 'n 1',
    });
    expect(second).toMatchObject({
      ...shared,
      at: server.clock.now(),
      ok: false,
      error: 'Error: no -2',
      console: 'n -2',
    });
    expect(first!.heapBytes).toBeGreaterThan(0);
    expect(first!.durationMs).toBeLessThan(60_000);
  });

  it('contain the version that ran', async () => {
    const changing = await define('changing');
    await call('changing', '[1]');
    await define('changing', `${SOURCE('changing')} // changed`);
    await call('changing', '[1]');
    expect((await kept(changing)).map(({ version }) => version)).toEqual([1, 2]);
  });

  it('contain their duration if they exceeded a limit', async () => {
    const loop = await define('loop', 'function loop() { for (;;); }', { timeout_ms: 1000 });
    expect(await call('loop')).toMatchObject({ code: 10543 });
    const [row] = await kept(loop);
    expect(row).toMatchObject({ ok: false, error: 'it takes longer than 1000 ms', heapBytes: 0 });
    expect(row!.durationMs).toBeGreaterThanOrEqual(1000);
  });

  it('have their console output and error cut', async () => {
    const chatty = await define(
      'chatty',
      `function chatty() {
        for (let i = 0; i < 100; i++) console.log('钥'.repeat(2000));
        throw new Error('🔑'.repeat(5000));
      }`,
    );
    await call('chatty');
    const [row] = await kept(chatty);
    expect(row!.console).toBe(`${'钥'.repeat(2000)}\n${'钥'.repeat(730)}`);
    expect(row!.error!.startsWith('Error: 🔑')).toBe(true);
    expect(row!.error!.length).toBe(1000);
  });

  it.each([
    ['10541', 'none', '[]'],
    ['10542', 'add', '{}'],
    ['400', 'a b', '[]'],
  ])('are not kept if no function ran: %s', async (_, name, params) => {
    await write();
    const before = await rows().count();
    await call(encodeURIComponent(name), params);
    await write();
    expect(await rows().count()).toBe(before);
  });

  it('refused because of a full queue are neither stored nor counted as refusals', async () => {
    const small = await TestServer.start({
      FUNCTION_WORKERS: '1',
      FUNCTION_QUEUE: '0',
      FUNCTION_TIMEOUT_MS: '300',
    });
    try {
      const functions = [{ name: 'loop', source: 'function loop() { for (;;); }' }];
      const made = await small.client({ name: 'Small', functions });
      const answers = await Promise.all(Array.from({ length: 5 }, () => call('loop', '[]', made)));
      const busy = answers.filter(({ status }) => status === 503).length;
      expect(busy).toBeGreaterThan(0);
      await small.get(FunctionCallLog).run();
      await small.get(UsageWriter).run();
      expect(await rows(small).count()).toBe(5 - busy);
      const counted = await small.dataSource.getRepository(ActivityCount).find();
      expect(counted.map(({ code, count }) => [code, count])).toEqual(busy < 5 ? [[10543, 5 - busy]] : []);
    } finally {
      await small.stop();
    }
  });

  it('of which there are many are reduced to the newest 20 of each outcome between two writes', async () => {
    const busy = await define('busy');
    for (let at = 0; at < 30; at++) {
      server.get(FunctionCallLog).add(busy, REPORT, at);
      server.get(FunctionCallLog).add(busy, FAILURE, at);
    }
    const calls = await kept(busy);
    const newest = Array.from({ length: 20 }, (_, i) => 10 + i);
    for (const ok of [true, false])
      expect(calls.filter((row) => row.ok === ok).map(({ at }) => at)).toEqual(newest);
  });

  it('of which there are many are reduced to the newest 100 of each outcome of each function', async () => {
    const [much, little] = [await define('much'), await define('little')];
    const log = server.get(FunctionCallLog);
    log.add(little, REPORT, 0);
    log.add(much, FAILURE, 0);
    for (let at = 0; at < 120; at++) {
      log.add(much, REPORT, at);
      if (at % 20 === 19) await write();
    }
    const calls = await kept(much);
    const newest = Array.from({ length: 100 }, (_, i) => 20 + i);
    expect(calls.filter(({ ok }) => ok).map(({ at }) => at)).toEqual(newest);
    expect(calls.filter(({ ok }) => !ok).length).toBe(1);
    expect(await kept(little)).toMatchObject([{ at: 0 }]);
    for (let at = 1; at < 120; at++) {
      log.add(much, FAILURE, at);
      if (at % 20 === 19) await write();
    }
    expect((await kept(much)).length).toBe(200);
  });

  it('that run concurrently are all stored, up to the limit', async () => {
    const parallel = await define('parallel');
    await Promise.all(Array.from({ length: 40 }, (_, i) => call('parallel', `[${i < 20 ? i : -i}]`)));
    const lines = (await kept(parallel)).map((row) => row.console).toSorted();
    expect(lines).toEqual(Array.from({ length: 40 }, (_, i) => `n ${i < 20 ? i : -i}`).toSorted());
  });

  it('are answered even if they cannot be stored, and are stored once later', async () => {
    const patient = await define('patient');
    await withFailingCommits(server.dataSource, async () => {
      expect(await call('patient', '[1]')).toMatchObject({ code: 0 });
      const writing = write();
      await Promise.resolve();
      server.get(FunctionCallLog).add(patient, { ...REPORT, console: ['meanwhile'] }, server.clock.now());
      await expect(writing).rejects.toThrow('no commit now');
      expect(await call('patient', '[2]')).toMatchObject({ code: 0 });
    });
    expect((await kept(patient)).map((row) => row.console)).toEqual(['n 1', 'meanwhile', 'n 2']);
  });

  it('of a function that was deleted meanwhile are left out', async () => {
    const [gone, stays] = [await define('gone'), await define('stays')];
    for (const name of ['gone', 'stays']) await call(name, '[1]');
    await server.dataSource.getRepository(RemoteFunction).delete({ id: gone.id });
    expect((await kept(stays)).length).toBe(1);
    expect(await kept(gone)).toEqual([]);
  });

  it('still buffered when the server stops are stored', async () => {
    const other = await TestServer.start({ FUNCTION_WORKERS: '1' });
    try {
      const functions = [{ name: 'last', source: SOURCE('last') }];
      const made = await other.client({ name: 'Last', functions });
      expect(await call('last', '[1]', made)).toMatchObject({ code: 0 });
      await other.restart();
      expect(await rows(other).find()).toMatchObject([{ ok: true, console: 'n 1' }]);
    } finally {
      await other.stop();
    }
  });

  describe('FunctionRunner', () => {
    const LIMITS = { timeoutMs: null, memoryMb: null };
    const run = (source: string, more: object = {}) => {
      const appKey = client.credentials.app_key;
      const runnable = { applicationId: 1, appKey, name: 'tried', source, ...LIMITS, ...more };
      return server.get(FunctionRunner).run(['tests'], runnable, '[4]', server.clock.now());
    };

    it('returns the result, the console output, time and memory', async () => {
      const report = await run(`function tried(n) { console.log(context); return n * 2; }`);
      expect(report).toMatchObject({ outcome: { ok: true, value: '8' } });
      expect(JSON.parse(report.console[0]!)).toEqual({
        app_key: client.credentials.app_key,
        function: 'tried',
        server_time: Math.floor(server.clock.now() / 1000),
      });
    });

    it('never runs a tested source for clients, nor stores its calls', async () => {
      const tried = await define('tried', 'function tried() { return "stored"; }');
      const { applicationId } = tried;
      for (let i = 0; i < 5; i++) {
        const report = await run('function tried() { return "tried"; }', { applicationId });
        expect(report.outcome).toEqual({ ok: true, value: '"tried"' });
        expect(await call('tried')).toMatchObject({ result: { return: '"stored"' } });
      }
      expect((await kept(tried)).length).toBe(5);
    });

    it('runs the same source under another name', async () => {
      const source = 'function a() { return "a"; } function b() { return "b"; }';
      for (const name of ['a', 'b', 'a']) {
        expect((await run(source, { name })).outcome).toEqual({ ok: true, value: `"${name}"` });
      }
    });

    it('obeys the lower limit of the function', async () => {
      const { outcome } = await run('function tried() { for (;;); }', { timeoutMs: 50 });
      expect(outcome).toEqual({ ok: false, reason: 'it takes longer than 50 ms' });
    });
  });
});
