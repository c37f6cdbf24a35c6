import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { FunctionPool, maxWaitMs, PoolBusyError, type PoolOptions } from './function-pool.js';
import { addonPath, confinement } from './sandbox-process.js';

const OPTIONS: PoolOptions = {
  workers: 2,
  maxQueue: 2000,
  maxQueueBytes: 64 * 1024 * 1024,
  callsPerWorker: 10_000,
  workerRssBytes: 256 * 1024 * 1024,
  maxWaitMs: 60_000, // On a slow machine a worker may start slowly.
  warn: () => undefined,
};
const LOOP = 'function f() { for (;;); }';

function callOf(source: string, params = '[]', limits: { timeoutMs?: number; memoryMb?: number } = {}) {
  return {
    party: ['1'],
    key: source,
    name: 'f',
    source,
    params,
    context: '{"app_key":"k"}',
    timeoutMs: 60_000,
    memoryMb: 32,
    ...limits,
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('FunctionPool', () => {
  let pool: FunctionPool;
  beforeAll(() => {
    pool = new FunctionPool(OPTIONS);
  });
  afterAll(() => pool.stop());

  const outcome = async (
    source: string,
    params?: string,
    limits?: { timeoutMs?: number; memoryMb?: number },
  ) => (await pool.run(callOf(source, params, limits))).outcome;

  describe('results', () => {
    it.each([
      ['a sum', 'function f(a, b) { return a + b }', '[1,2]', '3'],
      ['a const at the top level', 'const f = (a) => ({ a })', '["x"]', '{"a":"x"}'],
      ['undefined', 'function f() {}', '[]', 'null'],
      ['no argument', 'function f(...all) { return all.length }', '[]', '0'],
      ['an async function', 'async function f() { await 0; return [1] }', '[]', '[1]'],
      ['a thenable', 'function f() { return { then(resolve) { resolve(5) } } }', '[]', '5'],
      ['a chain of promises', 'const f = () => Promise.resolve(1).then((n) => n + 1)', '[]', '2'],
      ['ES2023', 'function f() { return [3, 1, 2].toSorted().findLast((n) => n < 3) }', '[]', '2'],
      [
        'a class field',
        'class A { #x = 4; get x() { return this.#x } }\nconst f = () => new A().x',
        '[]',
        '4',
      ],
      ['Unicode', 'function f(text) { return text + "\\u{1F511}" }', '["钥匙"]', '"钥匙🔑"'],
      ['the context', 'function f() { return context }', '[]', '{"app_key":"k"}'],
      [
        'an own __proto__ key of an argument',
        'function f(a) { return Object.keys(a) }',
        '[{"__proto__":1}]',
        '["__proto__"]',
      ],
    ])('%s', async (_, source, params, value) => {
      expect(await outcome(source, params)).toEqual({ ok: true, value });
    });

    it('finds a function whose name is not an identifier', async () => {
      const source = 'globalThis["my-func.v2"] = () => 1';
      const { outcome: result } = await pool.run({ ...callOf(source), name: 'my-func.v2' });
      expect(result).toEqual({ ok: true, value: '1' });
    });

    it('takes exactly 64 KiB of JSON text, and no byte more', async () => {
      const source = 'function f(n) { return "é".repeat(n) }';
      expect(await outcome(source, '[32767]')).toMatchObject({ ok: true });
      expect(await outcome(source, '[32768]')).toEqual({
        ok: false,
        reason: 'the result is larger than 64 KiB',
      });
    });

    it('captures the console', async () => {
      const report = await pool.run(
        callOf('function f() { console.log("a", { b: 1 }); console.error(new Error("x")); }'),
      );
      expect(report.console).toEqual(['a {"b":1}', 'Error: x']);
      expect(report.durationMs).toBeGreaterThan(0);
    });

    it('captures as many control characters as other characters', async () => {
      const source = String.raw`function f() { for (let i = 0; i < 100; i++) console.log("\u0001".repeat(2000)); return 1 }`;
      const report = await pool.run(callOf(source));
      expect(report.outcome).toMatchObject({ ok: true });
      expect(report.console).toHaveLength(100);
      expect(report.console[99]).toBe('\u0001'.repeat(2000));
    });

    it('limits the output to the console', async () => {
      const source = 'function f() { for (let i = 0; i < 1e5; i++) console.log("x".repeat(1e4)); return 1 }';
      const report = await pool.run(callOf(source, '[]', { timeoutMs: 60_000 }));
      expect(report.outcome).toEqual({ ok: true, value: '1' });
      expect(report.console).toHaveLength(100);
      expect(report.console[0]).toHaveLength(2000);
    });
  });

  describe('names', () => {
    const BUILT_IN = [
      'toString',
      'constructor',
      'hasOwnProperty',
      'eval',
      'parseInt',
      'Object',
      'Map',
      'escape',
    ];
    const OWN = [...BUILT_IN, '__proto__', 'plain', 'async', '计算', 'été', 'a-b', 'class'];
    const isIdentifier = (name: string) => !['a-b', 'class'].includes(name);
    const run = (name: string, source: string, params: string | null = '[]') =>
      pool.run({ ...callOf(source), key: `${name} ${source}`, name, params });

    it.each([...BUILT_IN, '__proto__', 'undefined', 'console', 'context', 'NaN'])(
      '%s is not found in a source that defines only another function',
      async (name) => {
        for (const params of ['[]', null]) {
          const { outcome } = await run(name, 'function other() { return 1 }', params);
          expect(outcome).toEqual({ ok: false, reason: `the source defines no function named ${name}` });
        }
      },
    );

    it.each(OWN.filter(isIdentifier))(
      '%s refers to the declaration of this name in the source',
      async (name) => {
        const sources = [
          `function ${name}() { return 1 }`,
          `var ${name} = function () { return 1 }`,
          `let ${name} = () => 1`,
          `const ${name} = () => 1`,
          `${name} = () => 1`,
        ];
        // An assignment to `__proto__` would only set the prototype of the global object, as in every script.
        for (const source of name === '__proto__' ? sources.slice(0, 1) : sources) {
          expect([source, (await run(name, source)).outcome]).toEqual([source, { ok: true, value: '1' }]);
        }
      },
    );

    it.each(OWN)('%s refers to the global property of this name that the source sets', async (name) => {
      const property = JSON.stringify(name);
      const source = `Object.defineProperty(globalThis, ${property}, { value: () => 1 })`;
      expect((await run(name, source)).outcome).toEqual({ ok: true, value: '1' });
    });

    it('a class is a function that cannot be called without new', async () => {
      const { outcome } = await run('f', 'class f {}');
      expect(outcome).toEqual({ ok: false, reason: expect.stringContaining('cannot be invoked without') });
    });

    it('without params the function is found, and not called', async () => {
      const source = 'function f() { for (;;); }';
      expect(await run('f', source, null)).toMatchObject({ outcome: { ok: true }, console: [] });
    });
  });

  describe('failures', () => {
    it.each([
      ['an error thrown', 'function f() { throw new TypeError("boom") }', 'TypeError: boom'],
      ['something else thrown', 'function f() { throw { code: 5 } }', '{"code":5}'],
      ['a rejection', 'async function f() { throw new Error("no") }', 'Error: no'],
      ['an error at the top level', 'throw new Error("early"); function f() {}', 'early'],
      ['a syntax error', 'function f( {', /SyntaxError/],
      ['no such function', 'var g = 1', 'the source defines no function named f'],
      ['a value in place of the function', 'var f = 1', 'the source defines no function named f'],
      ['a symbol', 'function f() { return Symbol() }', 'the result is no JSON value'],
      ['a bigint', 'function f() { return 1n }', /cannot be written as JSON: TypeError/],
      [
        'a circle',
        'function f() { const a = {}; a.a = a; return a }',
        /cannot be written as JSON: TypeError/,
      ],
      [
        'a getter that throws while it is written',
        'function f() { return { get a() { throw new Error("no") } } }',
        /JSON: Error: no/,
      ],
      ['an error that cannot be shown', 'function f() { throw { toJSON() { throw 1 } } }', '[unprintable]'],
      ['10 MB', 'function f() { return "x".repeat(1e7) }', 'the result is larger than 64 KiB'],
      [
        'a promise that never settles',
        'function f() { return new Promise(() => {}) }',
        'the promise it returned never settles',
      ],
    ])('%s', async (_, source, reason) => {
      expect(await outcome(source)).toEqual({
        ok: false,
        reason: typeof reason === 'string' ? expect.stringContaining(reason) : expect.stringMatching(reason),
      });
    });
  });

  describe('hostile functions', () => {
    const TOO_LONG = 'it takes longer than 300 ms';
    const TOO_MUCH = 'it needs more than 32 MiB of memory';

    it.each([
      ['an endless loop', LOOP, TOO_LONG],
      ['an endless loop of promises', 'async function f() { for (;;) await 0 }', TOO_LONG],
      ['an endless loop at the top level', 'for (;;); function f() {}', TOO_LONG],
      ['an endless getter of the result', 'function f() { return { get a() { for (;;); } } }', TOO_LONG],
      [
        'a catastrophic regular expression',
        'function f() { return /(a+)+b/.test("a".repeat(50)) }',
        TOO_LONG,
      ],
    ])('%s', async (_, source, reason) => {
      expect(await outcome(source, '[]', { timeoutMs: 300 })).toEqual({ ok: false, reason });
    });

    it.each([
      [
        'a wait',
        'function f() { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1e6) }',
        'ReferenceError: SharedArrayBuffer is not defined',
      ],
      ['endless recursion', 'function f() { return f() }', 'RangeError: Maximum call stack size exceeded'],
      [
        'a 1 GB buffer',
        'function f() { return new ArrayBuffer(1e9).byteLength }',
        'RangeError: Array buffer allocation failed',
      ],
      [
        'many buffers',
        'function f() { const a = []; for (;;) a.push(new Uint8Array(1e6).fill(1)) }',
        'RangeError: Array buffer allocation failed',
      ],
      ['a 1 GB string', 'function f() { return "x".repeat(2 ** 30) }', 'RangeError: Invalid string length'],
    ])('%s', async (_, source, reason) => {
      expect(await outcome(source)).toEqual({ ok: false, reason });
    });

    it.each([
      ['numbers', 'function f() { const a = []; while (true) a.push(1) }'],
      ['objects', 'function f() { const m = new Map(); let i = 0; while (true) m.set(i++, {}) }'],
      ['long arrays', 'function f() { const a = []; while (true) a.push(new Array(1000).fill(1)) }'],
    ])('endless allocation of %s', async (_, source) => {
      expect(await outcome(source)).toEqual({ ok: false, reason: TOO_MUCH });
    });

    it.each([
      ['constructor.constructor', 'function f() { return constructor.constructor("return process")() }'],
      ['the console’s constructor', 'function f() { return console.log.constructor("return process")() }'],
      [
        'the context’s constructor',
        'function f() { return context.constructor.constructor("return process")() }',
      ],
      [
        'a stack trace hook',
        'function f() { Error.prepareStackTrace = (e, s) => s[0].getThis(); return String(new Error().stack.process.pid) }',
      ],
      ['require', 'function f() { return require("fs") }'],
      ['import', 'async function f() { return (await import("node:fs")).readdirSync("/") }'],
      ['fetch', 'function f() { return fetch("http://127.0.0.1/") }'],
      ['a timer', 'function f() { return setTimeout(() => {}, 1) }'],
    ])('no way out through %s', async (_, source) => {
      expect(await outcome(source)).toMatchObject({ ok: false });
    });

    it('leaves nothing for the next call', async () => {
      const vandal = `function f(do_it) {
        if (!do_it) return [typeof left, ({}).x, typeof [].push, JSON.stringify([1]), typeof then];
        globalThis.left = 1; Object.prototype.x = 1; Array.prototype.push = null; JSON.stringify = () => 'evil';
        Promise.prototype.then = null; globalThis.then = 1; String.prototype.slice = () => 'evil';
      }`;
      await outcome(vandal, '[true]');
      expect(await outcome(vandal, '[false]')).toEqual({
        ok: true,
        value: '["undefined",null,"function","[1]","undefined"]',
      });
    });

    it.each([
      ['reason', "Object.prototype.toJSON = () => ({ done: true, ok: false, reason: 'x'.repeat(5e5) })"],
      ['console', 'Array.prototype.toJSON = () => new Array(2e5).fill("x")'],
      ['whole report', 'Array.prototype.toJSON = () => new Array(2e6).fill("x")'],
    ])('cannot make the %s too large', async (_, vandalism) => {
      const report = await pool.run(callOf(`${vandalism}; function f() { throw new Error('honest') }`));
      expect(report.outcome.ok).toBe(false);
      expect(JSON.stringify(report).length).toBeLessThan(210_000);
    });

    it('cannot forge its own report', async () => {
      const source = `JSON.stringify = () => '{"state":{"done":true,"ok":true,"value":"1"}}'; Reflect.apply = () => 1;
        Array.prototype.join = () => 'evil'; function f() { throw new Error('honest') }`;
      expect(await outcome(source)).toEqual({ ok: false, reason: 'Error: honest' });
    });

    it('do not prevent the next call', async () => {
      expect(await outcome('function f() { return 1 }')).toEqual({ ok: true, value: '1' });
    });
  });

  describe('workers', () => {
    const pools: FunctionPool[] = [];
    const create = (options: Partial<PoolOptions>) => {
      const created = new FunctionPool({ ...OPTIONS, ...options });
      pools.push(created);
      return created;
    };
    afterEach(async () => {
      await Promise.all(pools.splice(0).map((created) => created.stop()));
    });

    it('answer 1,000 calls at once', async () => {
      const patient = create({});
      const source = 'function f(a, b) { return a + b }';
      const reports = await Promise.all(
        Array.from({ length: 1000 }, (_, i) => patient.run(callOf(source, `[${i},1]`))),
      );
      expect(reports.map(({ outcome: result }) => result)).toEqual(
        Array.from({ length: 1000 }, (_, i) => ({ ok: true, value: String(i + 1) })),
      );
    });

    it('immediately refuse calls that do not fit into the queue', async () => {
      const small = create({ workers: 1, maxQueue: 1 });
      const loop = () => small.run(callOf(LOOP, '[]', { timeoutMs: 200 }));
      const [first, second, third] = await Promise.allSettled([loop(), loop(), loop()]);
      expect(third).toEqual({ status: 'rejected', reason: expect.any(PoolBusyError) });
      // The worker was not ready yet, so the first call took the only place in the queue.
      expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    });

    it('are replaced after `callsPerWorker` calls', async () => {
      const short = create({ workers: 1, callsPerWorker: 3 });
      for (let i = 0; i < 10; i++) {
        const report = await short.run(callOf('function f() { return 1 }'));
        expect(report.outcome).toEqual({ ok: true, value: '1' });
      }
      expect(short.restarts).toBe(0);
    });

    it('end when no call has come for a while, and start again at the next call', async () => {
      const resting = create({ workers: 2, idleMs: 50 });
      const source = 'function f() { const end = Date.now() + 300; while (Date.now() < end); return 1 }';
      for (let round = 1; round <= 2; round++) {
        // The call runs for longer than `idleMs`. Meanwhile the workers do not count as idle.
        expect((await resting.run(callOf(source))).outcome).toEqual({ ok: true, value: '1' });
        while (resting.living > 0) await new Promise((resolve) => setImmediate(resolve));
      }
      expect(resting).toMatchObject({ starts: 4, restarts: 0 });
    });

    it('that died while idle make no call fail', async () => {
      const two = create({ workers: 2 });
      await Promise.all([1, 2].map(() => two.run(callOf('function f() { return 1 }'))));
      const idle = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'sandbox/src/worker']);
      const pids = idle.toString().trim().split('\n').map(Number);
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      // Waits until this process knows that the workers have exited.
      while (pids.some(isRunning)) await new Promise((resolve) => setImmediate(resolve));
      const reports = await Promise.all([1, 2, 3].map(() => two.run(callOf('function f() { return 1 }'))));
      expect(reports.map(({ outcome: result }) => result.ok)).toEqual([true, true, true]);
    });

    it('that answer and are killed at the same moment get no other call', async () => {
      const one = create({ workers: 1 });
      await one.run(callOf('function f() { return 1 }'));
      const slow = one.run(callOf(LOOP, '[]', { timeoutMs: 50 }));
      const next = one.run(callOf('function f() { return 2 }'));
      // Blocks this process until the worker has answered and the time at which it would be killed has passed.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
      expect((await slow).outcome).toEqual({ ok: false, reason: 'it takes longer than 50 ms' });
      expect((await next).outcome).toEqual({ ok: true, value: '2' });
    });

    it('serve one party while another one waits with many slow calls', async () => {
      const one = create({ workers: 1, maxQueue: 100 });
      let done = 0;
      const slow = Array.from({ length: 20 }, async () => {
        await one.run(callOf(LOOP, '[]', { timeoutMs: 200 })).catch(() => 'stopped');
        done += 1;
      });
      const other = await one.run({ ...callOf('function f() { return 1 }'), party: ['2'] });
      expect(other.outcome).toEqual({ ok: true, value: '1' });
      expect(done).toBeLessThan(3);
      await one.stop();
      await Promise.all(slow);
    });

    it('divide their time, not their calls, between parties', async () => {
      const one = create({ workers: 1 });
      let slow = 0;
      const ended = Array.from({ length: 20 }, async () => {
        // The time limit is so long that, even on a busy machine, 20 short calls take less time than ten of these
        // calls.
        await one.run(callOf(LOOP, '[]', { timeoutMs: 2000 })).catch(() => 'stopped');
        slow += 1;
      });
      const short = () => one.run({ ...callOf('function f() { return 1 }'), party: ['2'] });
      await Promise.all(Array.from({ length: 20 }, short));
      expect(slow).toBeLessThan(10);
      await one.stop();
      await Promise.all(ended);
    });

    it.each([
      [10, 5_000],
      [2_000, 5_000],
      [60_000, 121_000],
    ])('with calls of up to %i ms let a call wait for %i ms', (timeoutMs, expected) => {
      expect(maxWaitMs(timeoutMs)).toBe(expected);
    });

    it('refuse only the party with the most waiting calls', async () => {
      const one = create({ workers: 1, maxQueue: 10 });
      const slow = ['1', '2'].flatMap((party) =>
        Array.from({ length: 10 }, () =>
          one.run({ ...callOf(LOOP, '[]', { timeoutMs: 50 }), party: [party] }),
        ),
      );
      const settled = Promise.allSettled(slow);
      const other = await one.run({ ...callOf('function f() { return 1 }'), party: ['3'] });
      expect(other.outcome).toEqual({ ok: true, value: '1' });
      const refused = (await settled).map(({ status }) => status === 'rejected');
      // The worker was not ready yet, so all calls were queued.
      expect([refused.slice(0, 10), refused.slice(10)].map((of) => of.filter(Boolean).length)).toEqual([
        6, 5,
      ]);
    });

    it('run more functions than they can keep warm', async () => {
      const one = create({ workers: 1 });
      for (const round of [1, 2]) {
        for (let i = 0; i < 40; i++) {
          const report = await one.run(callOf(`function f() { return ${i} } // ${round % 1}`));
          expect(report.outcome).toEqual({ ok: true, value: String(i) });
        }
      }
    });

    it('cannot access the machine, even if a function takes control of them', () => {
      const attempts = {
        file: 'fs.readFileSync("/etc/hostname")',
        folder: 'fs.readdirSync(process.cwd())',
        write: 'fs.writeFileSync("/tmp/x", "")',
        program:
          'require("child_process").spawnSync("id").error && (() => { throw require("child_process").spawnSync("id").error })()',
        thread: 'new (require("worker_threads").Worker)("1", { eval: true })',
        network: 'require("net").createServer().listen(0)',
      };
      const probe = `const fs = require('fs'); const seen = { environment: Object.keys(process.env) };
        for (const [name, code] of Object.entries(${JSON.stringify(attempts)})) {
          try { eval(code); seen[name] = 'allowed' } catch (error) { seen[name] = error.code }
        }
        console.log(JSON.stringify(seen)); process.exit();`;
      const { execArgv, env } = confinement(addonPath());
      const { stdout } = spawnSync(process.execPath, [...execArgv, '-e', probe], { env, encoding: 'utf8' });
      const denied = Object.fromEntries(Object.keys(attempts).map((name) => [name, 'ERR_ACCESS_DENIED']));
      expect(JSON.parse(stdout)).toEqual({ environment: [], ...denied });
    });
  });
});
