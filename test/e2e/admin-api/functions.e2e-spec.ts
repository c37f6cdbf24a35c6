import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AuditRecord, FunctionVersion, RemoteFunction } from '@app/database';
import { FunctionCallLog } from '@app/remote';
import { UsageWriter } from '@app/usage';
import { AdminClient, OWNER } from '../../support/admin-client.js';
import { otherAdmin } from '../../support/admin-fixtures.js';
import { CardApplication } from '../../support/card-application.js';
import { eventually } from '../../support/server-process.js';
import { TestServer } from '../../support/test-server.js';

const ADD = 'function f(a, b) { return a + b }';
const SUBTRACT = 'function f(a, b) { return a - b }';
const LOOP = 'function f() { for (;;); }';

describe('functions in the admin API', () => {
  const server = TestServer.forSuite({
    FUNCTION_WORKERS: '1',
    FUNCTION_QUEUE: '2',
  });
  let admin: AdminClient;
  let app: CardApplication;
  let applicationId: number;
  beforeAll(async () => {
    admin = await AdminClient.owner(server);
  });
  beforeEach(async () => {
    app = await CardApplication.create(server);
    ({ applicationId } = await app.row());
  });

  const create = (fields: object = {}) =>
    admin.create('/functions', { applicationId, name: 'f', source: ADD, ...fields });
  /** Response to a client. */
  async function call(params = '[5,3]', name = 'f'): Promise<unknown> {
    const { code, result } = await app.client.post(`/remote/functions/${name}/call`, { params });
    return code === 0 ? result!.return : code;
  }

  it('are created, listed, changed and deleted, and the next call runs the saved source', async () => {
    const created = await create();
    expect(created).toEqual({
      id: expect.any(Number),
      applicationId,
      name: 'f',
      source: ADD,
      version: 1,
      enabled: true,
      timeoutMs: null,
      memoryMb: null,
      cost: 0,
      requireFeature: null,
      trials: false,
      rowVersion: 1,
      createdAt: server.clock.now(),
      updatedAt: server.clock.now(),
    });
    expect(await call()).toBe('8');

    const path = `/functions/${created.id}`;
    expect(await admin.get(path)).toMatchObject({ status: 200, body: created });
    const edited = await admin.patch(path, { source: SUBTRACT, rowVersion: 1 });
    expect(edited).toMatchObject({ status: 200, body: { source: SUBTRACT, version: 2, rowVersion: 2 } });
    expect(await call()).toBe('2');
    expect(await admin.patch(path, { source: ADD, rowVersion: 1 })).toMatchObject({ status: 409 });
    expect(await call()).toBe('2');

    const limited = { enabled: false, timeoutMs: 100, memoryMb: 8, rowVersion: 2 };
    expect(await admin.patch(path, limited)).toMatchObject({
      status: 200,
      body: { enabled: false, timeoutMs: 100, memoryMb: 8, version: 2, rowVersion: 3 },
    });
    expect(await call()).toBe(10541);
    const freed = { enabled: true, timeoutMs: null, memoryMb: null, rowVersion: 3 };
    expect(await admin.patch(path, freed)).toMatchObject({ body: { timeoutMs: null, memoryMb: null } });
    expect(await call()).toBe('2');

    expect(await admin.delete(path)).toMatchObject({ status: 200, body: { name: 'f' } });
    expect(await admin.get(path)).toMatchObject({ status: 404 });
    expect(await call()).toBe(10541);
    expect(await server.dataSource.getRepository(FunctionVersion).countBy({ functionId: created.id })).toBe(
      0,
    );

    const records = await server.dataSource
      .getRepository(AuditRecord)
      .find({ where: { applicationId, resource: 'functions' }, order: { id: 'ASC' } });
    expect(records.map(({ action }) => action)).toEqual(['create', 'update', 'update', 'update', 'delete']);
    expect(JSON.parse(records[1]!.after!)).toEqual({ source: SUBTRACT, version: 2 });
  });

  it('are listed by filters and in an order, without their sources', async () => {
    const [b, a1, a2] = [
      await create({ name: 'b', source: 'function b() {}' }),
      await create({ name: 'a1', enabled: false, source: 'function a1() {}' }),
      await create({ name: 'a2', source: 'function a2() {}' }),
    ];
    const found = async (filter: object, sort?: [string, string]) => {
      const list = await admin.list('/functions', {
        filter: { applicationId, ...filter },
        ...(sort && { sort }),
      });
      expect(list.status).toBe(200);
      return list.body;
    };
    const { source, ...listed } = b;
    expect(source).toBe('function b() {}');
    expect(await found({ name: 'b' })).toEqual([{ ...listed, recentCalls: 0, recentFailures: 0 }]);
    const names = async (...of: Parameters<typeof found>) => (await found(...of)).map(({ name }) => name);
    expect(await names({})).toEqual([a2.name, a1.name, b.name]);
    expect(await names({}, ['name', 'ASC'])).toEqual(['a1', 'a2', 'b']);
    expect(await names({ name: 'a', enabled: true })).toEqual(['a2']);
    expect(await names({ enabled: false })).toEqual(['a1']);
    expect(await admin.list('/functions', { filter: { source: 'x' } })).toMatchObject({ status: 400 });
    expect(await admin.list('/functions', { sort: ['source', 'ASC'] })).toMatchObject({ status: 400 });
  });

  it('refuse invalid values, field by field', async () => {
    const faults = async (fields: object) => {
      const answer = await admin.post('/functions', { applicationId, name: 'f', source: ADD, ...fields });
      expect(answer.status).toBe(422);
      return answer.body.errors;
    };
    expect(
      await faults({ name: 'a b', source: 1, enabled: 0, timeoutMs: 0, memoryMb: 7, version: 9 }),
    ).toEqual({
      name: 'must be 1 to 64 characters: letters and digits of any script, _, . and -',
      source: 'must be text of at most 65536 bytes',
      enabled: 'must be true or false',
      timeoutMs: 'must be a whole number from 1 to 60000',
      memoryMb: 'must be a whole number from 8 to 1024',
      version: 'cannot be set here',
    });
    const longest = 'function longest() {} //'.padEnd(65_536, 'x');
    expect(await faults({ source: `${longest}x` })).toEqual({
      source: 'must be text of at most 65536 bytes',
    });
    expect(await create({ name: 'longest', source: longest })).toMatchObject({ source: longest });
    await create();
    expect(await faults({})).toEqual({ name: 'is already taken' });
  });

  it('with a syntax error are not saved', async () => {
    const broken = `${ADD}\nglobalThis.broken = (`;
    const refused = {
      status: 422,
      body: { errors: { source: 'has a syntax error in line 2: Unexpected end of input' } },
    };
    expect(await admin.post('/functions', { applicationId, name: 'f', source: broken })).toMatchObject(
      refused,
    );
    expect(await call()).toBe(10541);
    const { id } = await create();
    const edit = { source: broken, rowVersion: 1 };
    expect(await admin.patch(`/functions/${id}`, edit)).toMatchObject(refused);
    expect(await admin.get(`/functions/${id}`)).toMatchObject({
      body: { name: 'f', source: ADD, rowVersion: 1 },
    });
    expect(await call()).toBe('8');
  });

  it('are checked only in the sandbox', async () => {
    const marks = globalThis as { ran?: boolean };
    const source = `globalThis.ran = true; process.exit(); ${ADD}`;
    expect(await admin.post('/functions', { applicationId, name: 'f', source })).toMatchObject({
      status: 422,
      body: { errors: { source: expect.stringContaining('process is not defined') } },
    });
    expect(marks.ran).toBeUndefined();
    expect(await call()).toBe(10541);
  });

  describe('versions', () => {
    let path: string;
    beforeEach(async () => {
      path = `/functions/${(await create()).id}`;
    });

    it('are stored for each new source, with author and time, and can be restored', async () => {
      const manager = await otherAdmin(admin, 'manager', [applicationId]);
      const { body: me } = await manager.get<{ email: string }>('/auth/me');
      server.clock.advance(60);
      await manager.patch(path, { source: SUBTRACT, rowVersion: 1 });
      // An unchanged source creates no version.
      await manager.patch(path, { source: SUBTRACT, enabled: true, rowVersion: 2 });
      await manager.patch(path, { timeoutMs: 50_000, rowVersion: 2 });

      const list = await admin.list(`${path}/versions`);
      const now = server.clock.now();
      expect(list.body).toEqual([
        { id: expect.any(Number), version: 2, createdBy: me.email, createdAt: now },
        { id: expect.any(Number), version: 1, createdBy: OWNER.email, createdAt: now - 60_000 },
      ]);
      expect(list.headers.get('content-range')).toBe('items 0-1/2');
      const first = { ...list.body[1], source: ADD };
      expect(await admin.get(`${path}/versions/1`)).toMatchObject({ status: 200, body: first });
      expect(await admin.get(`${path}/versions/3`)).toMatchObject({ status: 404 });

      expect(await call()).toBe('2');
      const restore = `${path}/versions/1/restore`;
      expect(await admin.post(restore, { rowVersion: 1 })).toMatchObject({ status: 409 });
      expect(await admin.post(restore)).toMatchObject({
        status: 422,
        body: { errors: { rowVersion: 'is required' } },
      });
      expect(await admin.post(restore, { rowVersion: 3 })).toMatchObject({
        status: 200,
        body: { source: ADD, version: 3, timeoutMs: 50_000, rowVersion: 4 },
      });
      expect(await call()).toBe('8');
      const versions = await admin.list(`${path}/versions`);
      expect(versions.body.map(({ version }) => version)).toEqual([3, 2, 1]);
      expect(await admin.get(`${path}/versions/3`)).toMatchObject({ body: { source: ADD } });
      expect(await admin.post(`${path}/versions/9/restore`, { rowVersion: 4 })).toMatchObject({
        status: 404,
      });

      const record = await server.dataSource
        .getRepository(AuditRecord)
        .findOneByOrFail({ applicationId, action: 'restore' });
      expect(JSON.parse(record.before!)).toEqual({ source: SUBTRACT, version: 2 });
      expect(JSON.parse(record.after!)).toEqual({ source: ADD, version: 3 });
    });

    it('are also created by `latchkey apply`', async () => {
      await app.configure({ functions: [{ name: 'f', source: SUBTRACT }] });
      // Stores a faulty source. An earlier version of Latchkey, which did not check sources, could have saved it.
      const broken = { source: 'function f( {' };
      await server.dataSource.getRepository(RemoteFunction).update({ applicationId }, broken);
      await server.dataSource.getRepository(FunctionVersion).update({ version: 2 }, broken);
      const { body } = await admin.list(`${path}/versions`);
      expect(body).toMatchObject([{ version: 2, createdBy: 'latchkey apply' }, { version: 1 }]);
      expect(await call()).toBe(10543);
      expect(await admin.post(`${path}/versions/1/restore`, { rowVersion: 3 })).toMatchObject({
        status: 200,
      });
      expect(await call()).toBe('8');
      expect(await admin.post(`${path}/versions/2/restore`, { rowVersion: 4 })).toMatchObject({
        status: 422,
        body: { errors: { source: expect.stringContaining('syntax error in line 1') } },
      });
    });

    it('are created by only one of many concurrent edits', async () => {
      /** Saves a function, and retries while the sandbox is busy. */
      const edit = async (i: number): Promise<number> => {
        const { status } = await admin.patch(path, { source: `${ADD} // ${i}`, rowVersion: 1 });
        return status === 503 ? edit(i) : status;
      };
      const statuses = await Promise.all(Array.from({ length: 10 }, (_, i) => edit(i)));
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(409)]);
      const { body } = await admin.list(`${path}/versions`);
      expect(body.map(({ version }) => version)).toEqual([2, 1]);
    });

    it('come in pages', async () => {
      for (let i = 1; i < 5; i++) await admin.patch(path, { source: `${ADD} // ${i}`, rowVersion: i });
      const page = await admin.list(`${path}/versions`, { range: [1, 2] });
      expect(page.body.map(({ version }) => version)).toEqual([4, 3]);
      expect(page.headers.get('content-range')).toBe('items 1-2/5');
      const { body: all } = await admin.list(`${path}/versions`, { sort: ['version', 'ASC'] });
      expect(all.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5]);
      const one = await admin.list(`${path}/versions`, { filter: { id: [all[3]!.id] } });
      expect(one.body.map(({ version }) => version)).toEqual([4]);
    });
  });

  describe('tests', () => {
    const test = (fields: object, as = admin) =>
      as.post('/functions/test', { applicationId, name: 'f', source: ADD, ...fields });

    it('run a source that is not saved', async () => {
      const { app_key } = app.client.credentials;
      const source = `function f(a) { console.log('a is', a); console.log(context); return { a } }`;
      const { status, body } = await test({ source, params: '["x"]' });
      expect(status).toBe(200);
      const context = JSON.stringify({
        app_key,
        function: 'f',
        server_time: Math.floor(server.clock.now() / 1000),
      });
      expect(body).toEqual({
        ok: true,
        value: '{"a":"x"}',
        console: ['a is x', context],
        durationMs: expect.any(Number),
        heapBytes: expect.any(Number),
      });
      expect(body.durationMs).toBeGreaterThan(0);
      expect(body.heapBytes).toBeGreaterThan(0);
      expect((await admin.list('/functions', { filter: { applicationId } })).body).toEqual([]);
      expect(await call()).toBe(10541);
    });

    it('report the reason of a failure', async () => {
      const failing = await test({ source: 'function f() { console.log(1); throw new TypeError("no") }' });
      expect(failing).toMatchObject({
        status: 200,
        body: { ok: false, error: 'TypeError: no', console: ['1'] },
      });
      expect(failing.body).not.toHaveProperty('value');
      const broken = await test({ source: 'function f( {' });
      expect(broken.body).toMatchObject({ ok: false, error: expect.stringContaining('SyntaxError') });
      const other = await test({ name: 'g' });
      expect(other.body).toMatchObject({ ok: false, error: 'the source defines no function named g' });
    });

    it('obey the limits of the function and of the server', async () => {
      const small = await TestServer.start({
        FUNCTION_WORKERS: '1',
        FUNCTION_TIMEOUT_MS: '1000',
        FUNCTION_MEMORY_MB: '16',
      });
      try {
        await obeyLimits(await AdminClient.owner(small), await CardApplication.create(small));
      } finally {
        await small.stop();
      }
    });

    /** Expects that tests end at 1000 ms and 16 MiB, or at the lower limits of the function. */
    async function obeyLimits(owner: AdminClient, limited: CardApplication): Promise<void> {
      const { applicationId: limitedId } = await limited.row();
      expect(await owner.get('/functions/limits')).toMatchObject({
        status: 200,
        body: { timeoutMs: 1000, memoryMb: 16 },
      });
      /** Repeats the test while the worker is starting, which takes long on a busy machine. */
      const errorOf = (fields: object) =>
        eventually(async () => {
          const { status, body } = await test({ applicationId: limitedId, ...fields }, owner);
          return status === 503 ? undefined : body.error;
        });
      /** A busy machine may reach the time limit first. */
      const memoryErrorOf = (fields: object) =>
        eventually(async () => {
          const error = String(await errorOf(fields));
          return error.startsWith('it takes longer') ? undefined : error;
        });
      expect(await errorOf({ source: LOOP })).toBe('it takes longer than 1000 ms');
      expect(await errorOf({ source: LOOP, timeoutMs: 60_000 })).toBe('it takes longer than 1000 ms');
      expect(await errorOf({ source: LOOP, timeoutMs: 50 })).toBe('it takes longer than 50 ms');
      const hungry = 'function f() { const a = []; while (true) a.push(new Array(1e6).fill(1.5)) }';
      expect(await memoryErrorOf({ source: hungry, memoryMb: 1024 })).toBe(
        'it needs more than 16 MiB of memory',
      );
      expect(await memoryErrorOf({ source: hungry, memoryMb: 8 })).toBe('it needs more than 8 MiB of memory');
    }

    it('run a saved function, enabled or not, and leave no trace', async () => {
      const { id } = await create({ enabled: false });
      const path = `/functions/${id}`;
      expect(await admin.post(`${path}/test`, { params: '[5,3]' })).toMatchObject({
        status: 200,
        body: { ok: true, value: '8', console: [] },
      });
      expect(await admin.post(`${path}/test`)).toMatchObject({ body: { ok: true, value: 'null' } });
      const { status } = await admin.patch(path, { source: LOOP, timeoutMs: 50, rowVersion: 1 });
      expect(status).toBe(200);
      expect(await admin.post(`${path}/test`)).toMatchObject({
        body: { ok: false, error: 'it takes longer than 50 ms' },
      });
      await server.get(FunctionCallLog).run();
      expect((await admin.list(`${path}/calls`)).body).toEqual([]);
    });

    it('refuse sources that cannot run', async () => {
      const { status, body } = await test({ name: '', source: undefined, params: '{}', enabled: true });
      expect(status).toBe(422);
      expect(body.errors).toEqual({
        name: 'must be 1 to 64 characters: letters and digits of any script, _, . and -',
        source: 'is required',
        params: 'must be a JSON array such as [1,"a"], of at most 262144 bytes',
        enabled: 'cannot be set here',
      });
      const { id } = await create();
      for (const params of ['[', [1], '"x"']) {
        expect(await admin.post(`/functions/${id}/test`, { params })).toMatchObject({
          status: 422,
          body: { errors: { params: expect.any(String) } },
        });
      }
    });

    it('can only be run by managers of the application', async () => {
      const { id } = await create();
      const stranger = await otherAdmin(admin, 'manager');
      expect(await test({}, stranger)).toMatchObject({
        status: 422,
        body: { errors: { applicationId: 'is not one of your applications' } },
      });
      expect(await stranger.post(`/functions/${id}/test`)).toMatchObject({ status: 404 });
      const operator = await otherAdmin(admin, 'operator', [applicationId]);
      expect(await test({}, operator)).toMatchObject({ status: 403 });
      expect(await operator.post(`/functions/${id}/test`)).toMatchObject({ status: 403 });
      const manager = await otherAdmin(admin, 'manager', [applicationId]);
      expect(await test({ params: '[1,2]' }, manager)).toMatchObject({ body: { value: '3' } });
    });

    it('get 503 if the queue is full', async () => {
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => test({ source: LOOP, timeoutMs: 1000 })),
      );
      const busy = answers.filter(({ status }) => status === 503);
      expect(busy.length).toBeGreaterThan(0);
      expect(busy[0]!.headers.get('retry-after')).toBe('1');
      for (const { status } of answers) expect([200, 503]).toContain(status);
    });
  });

  it('have their latest calls listed', async () => {
    const source = 'function f(n) { console.log("n", n); if (n < 0) throw new Error("no " + n); return n }';
    const path = `/functions/${(await create({ source })).id}`;
    for (const n of [1, -2, 3]) {
      await call(`[${n}]`);
      server.clock.advance(1);
    }
    await server.get(FunctionCallLog).run();
    const calls = await admin.list(`${path}/calls`);
    expect(calls.headers.get('content-range')).toBe('items 0-2/3');
    expect(calls.body[1]).toEqual({
      id: expect.any(Number),
      version: 1,
      at: server.clock.now() - 2000,
      ok: false,
      durationMs: expect.any(Number),
      heapBytes: expect.any(Number),
      error: 'Error: no -2',
      console: 'n -2',
    });
    const lines = async (filter: object, range?: [number, number]) => {
      const { body } = await admin.list(`${path}/calls`, { filter, ...(range && { range }) });
      return body.map((row) => row.console);
    };
    expect(await lines({})).toEqual(['n 3', 'n -2', 'n 1']);
    expect(await lines({ ok: true })).toEqual(['n 3', 'n 1']);
    expect(await lines({ ok: false })).toEqual(['n -2']);
    expect(await lines({}, [1, 1])).toEqual(['n -2']);
    expect(await lines({ id: [calls.body[2]!.id] })).toEqual(['n 1']);
    expect(await admin.list(`${path}/calls`, { filter: { error: 'x' } })).toMatchObject({ status: 400 });
  });

  it('are listed with the calls and failures of the last 24 hours', async () => {
    const source = 'function f(n) { if (n < 0) throw new Error("no"); return n }';
    const { id } = await create({ source });
    await create({ name: 'idle', source: 'function idle() {}' });
    const counts = async () => {
      await server.get(UsageWriter).run();
      // The test advances the clock by days, which ends the session.
      admin = await AdminClient.owner(server);
      const { body } = await admin.list('/functions', { filter: { applicationId }, sort: ['id', 'ASC'] });
      return body.map(({ recentCalls, recentFailures }) => [recentCalls, recentFailures]);
    };
    expect(await counts()).toEqual([
      [0, 0],
      [0, 0],
    ]);
    await Promise.all(['[1]', '[2]', '[-1]'].map((params) => call(params)));
    await call('not JSON');
    await admin.post(`/functions/${id}/test`, { params: '[-1]' });
    expect(await counts()).toEqual([
      [3, 1],
      [0, 0],
    ]);
    server.clock.advance(23 * 3600);
    await call('[-5]');
    expect(await counts()).toEqual([
      [4, 2],
      [0, 0],
    ]);
    server.clock.advance(3600);
    expect(await counts()).toEqual([
      [1, 1],
      [0, 0],
    ]);
    server.clock.advance(24 * 3600);
    expect(await counts()).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});
