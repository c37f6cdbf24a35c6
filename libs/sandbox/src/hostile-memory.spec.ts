import { afterEach, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { FunctionPool } from './function-pool.js';

const MIB = 1024 * 1024;
const MEMORY_MB = 32;
/** Twice the limit, the slack of `SandboxProcess`, and what a process can allocate in a few check intervals. */
const MAY_ADD_MIB = 2 * MEMORY_MB + 64 + 96;

/**
 * Number of attempts. One must stay within the limit, since the watch may run late on a busy machine. Without the
 * watch, none would.
 */
const TRIES = 5;

/** Maximum memory of a worker according to docs/operations.md, with the limits set here. */
const MAX_WORKER_MIB = 160 + 2 * MEMORY_MB + 64;

/** Function bodies that allocate memory, inside or outside V8's heap, as fast as they can. */
const HOSTILE = {
  objects: 'const a = []; for (;;) a.push({ x: 1 })',
  'a map': 'const m = new Map(); for (let i = 0; ; i++) m.set(i, i)',
  'long arrays': 'const a = []; for (;;) a.push(new Array(1e6).fill(1.5))',
  'copies of arrays': 'let a = [1]; for (;;) a = a.concat(a)',
  'spread arrays': 'const a = new Array(1e7).fill(1), b = []; for (;;) b.push([...a])',
  arguments: 'return Math.max.apply(null, new Array(1e8))',
  buffers: 'const a = []; for (;;) a.push(new Uint8Array(1e6).fill(1))',
  'slices of buffers': 'const a = [], b = new ArrayBuffer(1e7); for (;;) a.push(b.slice(0))',
  'transferred buffers': 'const a = []; for (;;) a.push(new ArrayBuffer(1e6).transfer(5e7))',
  'a resizable buffer':
    'const b = new ArrayBuffer(8, { maxByteLength: 2 ** 33 }); b.resize(2 ** 33); return b.byteLength',
  'a resizable buffer of another constructor':
    'const b = new (new Uint8Array(8).buffer.constructor)(8, { maxByteLength: 2 ** 33 }); b.resize(2 ** 33); return 1',
  'a resizable buffer of a subclass':
    'class B extends ArrayBuffer {} const b = new B(8, { maxByteLength: 2 ** 33 }); b.resize(2 ** 33); return 1',
  'a resizable buffer by Reflect':
    'const b = Reflect.construct(ArrayBuffer, [8, Object.assign(() => 1, { maxByteLength: 2 ** 33 })]); b.resize(2 ** 33); return 1',
  'a growable shared buffer':
    'const b = new SharedArrayBuffer(8, { maxByteLength: 2 ** 33 }); b.grow(2 ** 33); return 1',
  WebAssembly: 'new WebAssembly.Memory({ initial: 65536 }); return 1',
  'a wait': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1e6)',
  'big integers': 'const a = [], n = 1n << 20000000n; for (let i = 0n; ; i++) a.push(n + i)',
  strings: "const a = []; for (let i = 0; ; i++) a.push(String(i).padEnd(5e6, 'x') + i)",
  'flattened ropes':
    "const a = [], s = 'x'.repeat(2 ** 28); for (let i = 0; ; i++) { const t = s + i; t.charCodeAt(3); a.push(t) }",
  'normalised strings': "const a = []; for (;;) a.push(('\\ufdfa' + a.length).repeat(2e6).normalize('NFKD'))",
  base64: "const s = 'A'.repeat(4e7), a = []; for (;;) a.push(Uint8Array.fromBase64(s))",
  'nested JSON': "return JSON.parse('['.repeat(5e6) + ']'.repeat(5e6))",
  sources: "const a = []; for (let i = 0; ; i++) a.push(new Function('return ' + '1+'.repeat(50000) + i))",
  backtracking: "return /(?:(a)|b)*?c/.test('ab'.repeat(5e6))",
  'Array.fromAsync': 'return Array.fromAsync({ length: 1e9 }, () => new Array(100).fill(0))',
  promises: '(function p() { Promise.resolve().then(() => { p(); p() }) })(); return new Promise(() => {})',
  'one long string replaced': "return 'a'.repeat(2 ** 28).replace(/a/g, 'b').length",
  'replaced strings': "let s = 'a'; for (;;) s = s.replace(/a/g, 'aaaaaaaaaa')",
  'strings replaced in a chain':
    "const a = []; let s = 'ab'.repeat(1e5); for (;;) a.push((s = s.replace(/a/g, 'aa').replace(/b/g, 'bb')))",
  'strings replaced by functions':
    "const s = 'a'.repeat(5e6), a = []; for (;;) a.push(s.replace(/a/g, () => 'bb'))",
  'Intl.RelativeTimeFormat': "const a = []; for (;;) a.push(new Intl.RelativeTimeFormat('ru'))",
  'Intl.PluralRules': "const a = []; for (;;) a.push(new Intl.PluralRules('ru'))",
  'Intl.DateTimeFormat':
    "const a = []; for (;;) a.push(new Intl.DateTimeFormat('en', { dateStyle: 'full' }))",
  'Intl.Segmenter':
    "const a = []; for (;;) a.push(new Intl.Segmenter('th', { granularity: 'word' }).segment('a'.repeat(1e5)))",
  'segments of a long text':
    "const s = '\\u0e01'.repeat(1e7), a = []; for (;;) a.push([...new Intl.Segmenter('th', { granularity: 'word' }).segment(s)])",
  Temporal: 'const a = []; for (;;) a.push(new Temporal.PlainDate(2020, 1, 1))',
};

function callOf(source: string, timeoutMs = 1000) {
  const limits = { timeoutMs, memoryMb: MEMORY_MB };
  return { party: ['1'], key: source, name: 'f', source, params: '[]', context: '{}', ...limits };
}

/** Returns the peak resident memory of this process's children, in MiB; the system records it exactly. */
function peaks(): number[] {
  return childrenOf(process.pid).flatMap((pid) => {
    try {
      return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    } catch {
      return [];
    }
  });
}

function childrenOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
}

/** Blocks this process until a worker has finished its call or exited, and returns its peak memory in MiB. */
function holdUpUntilDone(pid: string, before: number): number {
  for (let peak = before; ;) {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    const state = /^State:\s+(\w)/m.exec(status)![1]!;
    // If the watch fails, only this line protects the machine's memory from the function.
    if (peak > before + 2 * MAY_ADD_MIB && state !== 'Z') process.kill(Number(pid), 'SIGKILL');
    if (state === 'Z' || (state === 'S' && peak > before)) return peak;
  }
}

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('hostile allocations', () => {
  let pool: FunctionPool;
  afterEach(() => pool.stop());

  const create = () =>
    new FunctionPool({
      workers: 1,
      maxQueue: 10,
      maxQueueBytes: MIB,
      callsPerWorker: 10_000,
      workerRssBytes: 160 * MIB,
      maxWaitMs: 60_000, // On a slow machine a worker may start slowly.
      warn: () => undefined,
    });

  /**
   * Makes a call in a new worker, up to `TRIES` times, and returns the smallest increase of the worker's memory in MiB.
   * @param peakOf makes the call and returns the worker's peak
   */
  async function leastAdded(peakOf: (before: number) => Promise<number>): Promise<number> {
    let added = Infinity;
    for (let i = 0; i < TRIES && added >= MAY_ADD_MIB; i++) {
      await pool?.stop();
      pool = create();
      await pool.run(callOf('function f() {}'));
      const before = Math.max(...peaks());
      added = (await peakOf(before)) - before;
    }
    return added;
  }

  it.each(Object.entries(HOSTILE))('%s: refused, within bounds, and the next call works', async (_, body) => {
    const added = await leastAdded(async (before) => {
      let peak = before;
      const watch = setInterval(() => (peak = Math.max(peak, ...peaks())), 2);
      const { outcome } = await pool.run(callOf(`function f() { ${body} }`));
      clearInterval(watch);
      expect(outcome.ok).toBe(false);
      return Math.max(peak, ...peaks());
    });
    expect(added).toBeLessThan(MAY_ADD_MIB);
    const { outcome: next } = await pool.run(callOf('function f() { return 1 }', 60_000));
    expect(next).toEqual({ ok: true, value: '1' });
  });

  it.each(['normalised strings', 'one long string replaced', 'Intl.DateTimeFormat'] as const)(
    '%s: ended even while this process is blocked, as by a long statement',
    async (what) => {
      const added = await leastAdded(async (before) => {
        const report = pool.run(callOf(`function f() { ${HOSTILE[what]} }`, 60_000));
        const [pid] = childrenOf(process.pid);
        const peak = holdUpUntilDone(pid!, before);
        expect((await report).outcome.ok).toBe(false);
        return peak;
      });
      expect(added).toBeLessThan(MAY_ADD_MIB);
    },
  );

  it('leave the next calls their memory, since workers evict warm functions', async () => {
    pool = create();
    const source = (i: number) => `function f() { return new Array(2e6).fill(1.5).length } // ${i}`;
    for (let i = 0; i < 40; i++) expect((await pool.run(callOf(source(i), 60_000))).outcome.ok).toBe(true);
    expect(pool.starts).toBe(1);
    expect(Math.max(...peaks())).toBeLessThan(MAX_WORKER_MIB);
  });

  it('run in the process that the system kills first when the machine is out of memory', async () => {
    pool = create();
    await pool.run(callOf('function f() {}'));
    const [pid] = childrenOf(process.pid);
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('1000');
  });
});
