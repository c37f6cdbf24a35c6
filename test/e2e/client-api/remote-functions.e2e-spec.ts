import { beforeAll, describe, expect, it } from '@jest/globals';
import { RemoteFunction } from '@app/database';
import { responseSignOf } from '../../support/response-signature.js';
import type { SignedClient } from '../../support/signed-client.js';
import { type ApplicationFile, TestServer } from '../../support/test-server.js';

const CARDS: ApplicationFile = {
  card_types: [{ name: 'Month', duration: { unit: 'days', amount: 30 } }],
  cards: [{ card: 'C1', card_type: 'Month' }],
};

describe('POST /remote/functions/:name/call', () => {
  const server = TestServer.forSuite({ FUNCTION_WORKERS: '2', FUNCTION_QUEUE: '2000' });
  let client: SignedClient;
  let applicationId: number;
  beforeAll(async () => {
    ({ client, applicationId } = await create('Functions'));
  });

  async function create(name: string, settings: ApplicationFile = {}) {
    const made = await server.client({ name, ...CARDS, ...settings });
    return { client: made, applicationId: (await server.applicationOf(made)).id };
  }

  async function define(name: string, source: string, more: Partial<RemoteFunction> = {}): Promise<void> {
    const times = { createdAt: server.clock.now(), updatedAt: server.clock.now() };
    const limits = { timeoutMs: null, memoryMb: null };
    const row = { applicationId, name, source, version: 1, enabled: true, ...limits, ...times, ...more };
    await server.dataSource.getRepository(RemoteFunction).insert(row);
  }

  const call = (name: string, params?: string, as = client) =>
    as.post(`/remote/functions/${name}/call`, params === undefined ? {} : { params });

  it('runs the function with the elements of params and answers the JSON text of its result', async () => {
    await define('add', 'function add(a, b) { return { sum: a + b } }');
    const answer = await call('add', '[1,2]');
    expect(answer).toMatchObject({ status: 200, code: 0, message: 'ok', result: { return: '{"sum":3}' } });
  });

  it('without params there are no arguments', async () => {
    await define('count', 'function count(...all) { return all.length }');
    expect(await call('count')).toMatchObject({ code: 0, result: { return: '0' } });
  });

  it('awaits a promise', async () => {
    await define('later', 'async function later() { await null; return "done" }');
    expect(await call('later')).toMatchObject({ result: { return: '"done"' } });
  });

  it('shows the function its context, frozen', async () => {
    await define('who', 'function who() { try { context.app_key = 1 } catch {} return context }');
    const { result } = await call('who');
    expect(JSON.parse(String(result!.return))).toEqual({
      app_key: client.credentials.app_key,
      function: 'who',
      server_time: Math.floor(server.clock.now() / 1000),
    });
  });

  it.each(['a-b', 'a.b', '9lives', 'class'])('a function can be named %s', async (name) => {
    await define(name, `globalThis[${JSON.stringify(name)}] = () => 1`);
    expect(await call(name)).toMatchObject({ result: { return: '1' } });
  });

  describe('10541', () => {
    it('an unknown function', async () => {
      expect(await call('nope')).toMatchObject({ status: 200, code: 10541 });
    });

    it('a disabled function', async () => {
      await define('off', 'function off() {}', { enabled: false });
      expect(await call('off')).toMatchObject({ code: 10541 });
    });

    it('another case of the name', async () => {
      await define('Case', 'function Case() {}');
      expect(await call('case')).toMatchObject({ code: 10541 });
    });

    it('a function of another application', async () => {
      await define('mine', 'function mine() {}');
      const other = await server.client({ name: 'Other', ...CARDS });
      expect(await call('mine', undefined, other)).toMatchObject({ code: 10541 });
    });

    it('comes before 10542', async () => {
      expect(await call('nope', 'x')).toMatchObject({ code: 10541 });
    });
  });

  it.each(['', '{}', '"[]"', '1', 'null', '[1', 'undefined'])('10542 for params %j', async (params) => {
    const name = `p${Buffer.from(params).toString('hex')}`;
    await define(name, 'function any() {}');
    expect(await call(name, params)).toMatchObject({ code: 10542 });
  });

  it.each([['a'.repeat(65)], ['a%20b'], ['%F0%9F%94%91']])('400 for the name %s', async (name) => {
    expect(await call(name)).toMatchObject({ status: 200, code: 400, errs: { name: expect.any(String) } });
  });

  describe('10543', () => {
    const HOSTILE: [name: string, body: string, reason: string | RegExp, timeoutMs?: number][] = [
      ['thrown', 'throw new TypeError("boom")', 'TypeError: boom'],
      ['endless', 'for (;;);', 'longer than', 1000],
      ['recursion', 'return hostile()', 'Maximum call stack size exceeded'],
      ['memory', 'const a = []; while (true) a.push(a.slice())', '', 1000],
      [
        'arrays',
        'const a = []; while (true) a.push(new Array(1000).fill(1))',
        /needs more than 32 MiB|takes longer than 1000 ms/,
        1000,
      ],
      ['string', 'return "x".repeat(2 ** 30)', 'Invalid string length'],
      ['buffer', 'return new ArrayBuffer(2 ** 30).byteLength', 'allocation failed'],
      ['regex', 'return /(a+)+b/.test("a".repeat(50))', 'longer than', 1000],
      ['unsettled', 'return new Promise(() => {})', 'never settles'],
      ['escape', 'return constructor.constructor("return process")()', 'process is not defined'],
      ['getter', 'return { get a() { throw new Error("no") } }', 'Error: no'],
      ['large', 'return "x".repeat(1e7)', '64 KiB'],
    ];

    it.each(HOSTILE)('%s', async (kind, body, reason, ...[timeoutMs = null]) => {
      const name = `hostile_${kind}`;
      const source = `function ${name}() { const hostile = ${name}; ${body} }`;
      await define(name, source, { timeoutMs });
      const answer = await call(name);
      expect(answer).toMatchObject({ status: 200, code: 10543 });
      expect(answer.message).toMatch(reason);
    });

    it('no state survives from one call to the next', async () => {
      const source = `function vandal(first) {
        if (!first) return [typeof left, typeof [].push, JSON.stringify({})];
        globalThis.left = 1; Array.prototype.push = null; JSON.stringify = () => "evil";
      }`;
      await define('vandal', source);
      await call('vandal', '[true]');
      expect(await call('vandal', '[false]')).toMatchObject({
        result: { return: '["undefined","function","{}"]' },
      });
    });

    it("the reason is in Chinese if the application's language is Chinese", async () => {
      const chinese = await create('Chinese', { language: 'zh-CN' });
      await define('sad', 'function sad() { throw new Error("x") }', {
        applicationId: chinese.applicationId,
      });
      expect(await call('sad', undefined, chinese.client)).toMatchObject({
        code: 10543,
        message: '远程函数调用出错: Error: x',
      });
    });
  });

  it('a call runs the changed source', async () => {
    await define('change', 'function change() { return 1 }');
    expect(await call('change')).toMatchObject({ result: { return: '1' } });
    await server.dataSource
      .getRepository(RemoteFunction)
      .update({ applicationId, name: 'change' }, { source: 'function change() { return 2 }', version: 2 });
    expect(await call('change')).toMatchObject({ result: { return: '2' } });
  });

  it('the response is signed if the application signs', async () => {
    const signed = await create('Signed', { response_signature: true });
    await define('hi', 'function hi(a) { return a + "&=钥" }', { applicationId: signed.applicationId });
    const answer = await call('hi', '["b=c&d"]', signed.client);
    expect(answer.result).toEqual({ return: '"b=c&d&=钥"' });
    expect(answer.sign).toBe(responseSignOf(answer, signed.client.credentials));
  });

  it('1,000 concurrent calls, including hostile ones, while the server keeps responding', async () => {
    await define('ok', 'function ok(n) { return n }');
    await define('eats', 'function eats() { const a = []; while (true) a.push(new Array(1000).fill(1)) }');
    const { result } = await client.post('/card/login', { card: 'C1', device_id: 'D1' });
    const heartbeat = () => client.post('/card/heartbeat', { card: 'C1', token: result!.token! });
    await heartbeat();
    const memory = () => process.memoryUsage.rss() / 1024 / 1024;
    const before = memory();

    // On a slow machine, some calls wait too long for a worker, and others use a connection that the server has just
    // closed as idle. Clients send such calls again.
    const served = async (name: string, params?: string): ReturnType<typeof call> => {
      const answer = await call(name, params).catch((error: Error) => {
        if ((error.cause as { code?: string }).code !== 'ECONNRESET') throw error;
      });
      return answer && answer.status !== 503 ? answer : served(name, params);
    };
    const calls = Array.from({ length: 1000 }, (_, n) =>
      n % 250 === 0 ? served('eats') : served('ok', `[${n}]`),
    );
    const answers = await Promise.all(calls);
    answers.forEach((answer, n) => {
      if (n % 250 === 0) expect(answer).toMatchObject({ status: 200, code: 10543 });
      else expect(answer).toMatchObject({ code: 0, result: { return: String(n) } });
    });

    const took: number[] = [];
    for (let i = 0; i < 5; i++) {
      const started = performance.now();
      expect(await heartbeat()).toMatchObject({ code: 0 });
      took.push(performance.now() - started);
    }
    expect(Math.min(...took)).toBeLessThan(100);
    expect(memory() - before).toBeLessThan(200);
  });

  it('a function has at most the limits of the server, and a call gets 503 at once if the queue is full', async () => {
    const small = await TestServer.start({
      FUNCTION_WORKERS: '1',
      FUNCTION_QUEUE: '1',
      FUNCTION_TIMEOUT_MS: '1000',
    });
    try {
      const made = await small.client({ name: 'Small' });
      const { id: applicationId } = await small.applicationOf(made);
      const times = { createdAt: 0, updatedAt: 0, timeoutMs: 60_000, memoryMb: null };
      await small.dataSource.getRepository(RemoteFunction).insert({
        applicationId,
        name: 'loop',
        source: 'function loop() { for (;;); }',
        version: 1,
        enabled: true,
        ...times,
      });
      const answers = await Promise.all(Array.from({ length: 5 }, () => call('loop', undefined, made)));
      const refused = answers.filter(({ status }) => status === 503);
      expect(refused.length).toBeGreaterThanOrEqual(3);
      expect(refused[0]).toMatchObject({ code: 503 });
      expect(refused[0]!.headers.get('retry-after')).toBe('1');
      const stopped = answers.filter(({ code }) => code === 10543);
      expect(stopped.length).toBe(5 - refused.length);
      for (const { message } of stopped) expect(message).toContain('longer than 1000 ms');
    } finally {
      await small.stop();
    }
  });
});
