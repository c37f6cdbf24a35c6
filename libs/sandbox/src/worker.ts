/**
 * Program of a sandbox process. It runs calls one after another. Each call gets a fresh context; the isolate is kept
 * for further calls of its function. The process has no environment variables, and no access to the network or to files
 * except its own program. If the process hangs, its parent kills it.
 */
import type IsolatedVm from 'isolated-vm';
import { createRequire } from 'node:module';
import { type CallReport, MAX_RESULT_BYTES, type WorkerReply, type WorkerRequest } from './function-call.ts';
import { PRELUDE } from './prelude.ts';

/** Loads the addon by its path, since this process may not read the folders that a search would visit. */
const { ivm } = createRequire(import.meta.url)(process.argv[2]!) as { ivm: typeof IsolatedVm };

const MAX_FUNCTIONS = 16;
/** Resident memory above which only the latest function's isolate is kept, to leave memory for the next call. */
const MAX_WARM_BYTES = 112 * 1024 * 1024;
/**
 * Limits of a report in characters, lines, and characters per line. They also apply if the function has manipulated the
 * code that writes the report. In the report's JSON, each control character of a line has 6 characters.
 */
const MAX_REPORT = 2 * 1024 * 1024;
const MAX_LINES = 100;
const MAX_TEXT = 2000;
/** An identifier in any writing system. Names of functions contain no `$`. */
const IDENTIFIER = /^[\p{ID_Start}_]\p{ID_Continue}*$/u;

interface Compiled {
  isolate: IsolatedVm.Isolate;
  prelude: IsolatedVm.Script;
  script: IsolatedVm.Script;
  lookup: IsolatedVm.Script;
}

interface Kept {
  source: string;
  /** Absent before the first call, and after the isolate was discarded. */
  compiled?: Compiled;
}

/** Least recently used first. */
const functions = new Map<string, Kept>();

process.on('message', (request: WorkerRequest) => {
  const dropped = keep(request);
  const report = run(request);
  if (process.memoryUsage.rss() > MAX_WARM_BYTES) letOthersCool(request.key);
  send({ type: 'done', report, ...(dropped !== undefined && { dropped }) });
});
// The server has exited.
process.on('disconnect', () => process.exit());
send({ type: 'ready' });

function send(reply: WorkerReply): void {
  process.send!(reply);
}

/** Keeps the function for further calls. Returns the key of the function evicted for it, if any. */
function keep({ key, source }: WorkerRequest): string | undefined {
  const kept = functions.get(key) ?? { source: source! };
  functions.delete(key);
  functions.set(key, kept);
  if (functions.size <= MAX_FUNCTIONS) return undefined;
  const [oldest, { compiled }] = functions.entries().next().value!;
  functions.delete(oldest);
  compiled?.isolate.dispose();
  return oldest;
}

function letOthersCool(latest: string): void {
  for (const [key, kept] of functions) if (key !== latest) discard(kept);
}

function run(request: WorkerRequest): CallReport {
  const started = performance.now();
  const durationMs = () => Math.round((performance.now() - started) * 1000) / 1000;
  const kept = functions.get(request.key)!;
  let compiled: Compiled | undefined;
  try {
    compiled = kept.compiled ??= compile(kept.source, request);
    const before = heapInUse(compiled.isolate);
    const { state, lines } = call(compiled, request, started);
    const heapBytes = Math.max(0, heapInUse(compiled.isolate) - before);
    return { outcome: toOutcome(state), console: lines, durationMs: durationMs(), heapBytes };
  } catch (error) {
    const reason = explain(error, compiled?.isolate, request);
    discard(kept);
    return { outcome: { ok: false, reason }, console: [], durationMs: durationMs(), heapBytes: 0 };
  }
}

function heapInUse(isolate: IsolatedVm.Isolate): number {
  const heap = isolate.getHeapStatisticsSync();
  return heap.used_heap_size + heap.externally_allocated_size;
}

function compile(source: string, { name, memoryMb }: WorkerRequest): Compiled {
  const isolate = new ivm.Isolate({ memoryLimit: memoryMb });
  try {
    const script = isolate.compileScriptSync(source, { filename: `${name}.js` });
    return {
      isolate,
      script,
      prelude: isolate.compileScriptSync(PRELUDE),
      lookup: compileLookup(isolate, name),
    };
  } catch (error) {
    isolate.dispose();
    throw error;
  }
}

/**
 * Compiles a script whose value is the function. A lookup on the global object would not find a top-level `const` or
 * `class`.
 */
function compileLookup(isolate: IsolatedVm.Isolate, name: string): IsolatedVm.Script {
  const property = `globalThis[${JSON.stringify(name)}]`;
  if (!IDENTIFIER.test(name)) return isolate.compileScriptSync(property);
  try {
    return isolate.compileScriptSync(`typeof ${name} === 'undefined' ? undefined : ${name}`);
  } catch {
    return isolate.compileScriptSync(property);
  }
}

interface Collected {
  state: { done?: unknown; ok?: unknown; value?: unknown; reason?: unknown };
  lines: string[];
}

function call(compiled: Compiled, request: WorkerRequest, started: number): Collected {
  const limit = () => ({
    timeout: Math.max(1, Math.ceil(request.timeoutMs - (performance.now() - started))),
  });
  const context = compiled.isolate.createContextSync();
  const references: IsolatedVm.Reference[] = [];
  try {
    const host: IsolatedVm.Reference = compiled.prelude.runSync(context, { reference: true });
    references.push(host);
    host.applySync(undefined, ['start', request.context], limit());
    const lookUp = (): IsolatedVm.Reference => {
      const found: IsolatedVm.Reference = compiled.lookup.runSync(context, { reference: true, ...limit() });
      references.push(found);
      return found;
    };
    const builtIn = lookUp();
    compiled.script.runSync(context, limit());
    const target = lookUp();
    // A value that existed before the script ran does not count as the source's function. Otherwise a source without a
    // function `toString` would seem to define it, since `toString` is built in.
    const isBuiltIn = () =>
      host.applySync(undefined, ['same', builtIn.derefInto(), target.derefInto()], limit());
    if (target.typeof !== 'function' || (builtIn.typeof === 'function' && isBuiltIn()))
      throw new Error(`the source defines no function named ${request.name}`);
    if (request.params === null) return { state: { done: true, ok: true, value: 'null' }, lines: [] };
    // Promises settle before this call returns, or never: the context has no timers and no I/O.
    host.applySync(undefined, ['call', target.derefInto(), request.params], limit());
    return parseCollected(host.applySync(undefined, ['collect'], limit()));
  } finally {
    for (const reference of references) reference.release();
    context.release();
  }
}

/** Parses a report. The text is not trusted, since the function can manipulate its own context. */
function parseCollected(text: unknown): Collected {
  if (typeof text !== 'string' || text.length > MAX_REPORT)
    throw new Error('the function damaged the environment in which it runs');
  const { state, lines } = JSON.parse(text);
  const console = Array.isArray(lines)
    ? lines.slice(0, MAX_LINES).map((line) => String(line).slice(0, MAX_TEXT))
    : [];
  return { state: typeof state === 'object' && state !== null ? state : {}, lines: console };
}

function toOutcome(state: Collected['state']): CallReport['outcome'] {
  if (state.done !== true) return { ok: false, reason: 'the promise it returned never settles' };
  if (state.ok !== true || typeof state.value !== 'string')
    return { ok: false, reason: String(state.reason).slice(0, MAX_TEXT).toWellFormed() };
  if (Buffer.byteLength(state.value) > MAX_RESULT_BYTES)
    return { ok: false, reason: 'the result is larger than 64 KiB' };
  return { ok: true, value: state.value };
}

function explain(
  error: unknown,
  isolate: IsolatedVm.Isolate | undefined,
  { timeoutMs, memoryMb }: WorkerRequest,
): string {
  if (isolate?.isDisposed) return `it needs more than ${memoryMb} MiB of memory`;
  const message =
    error instanceof Error
      ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}`
      : String(error);
  if (message.includes('Script execution timed out')) return `it takes longer than ${timeoutMs} ms`;
  return message.slice(0, MAX_TEXT).toWellFormed();
}

/**
 * Discards the function's isolate, because its state is unknown after an aborted call, or to free memory. The next call
 * gets a new isolate.
 */
function discard(kept: Kept): void {
  if (kept.compiled && !kept.compiled.isolate.isDisposed) kept.compiled.isolate.dispose();
  delete kept.compiled;
}
