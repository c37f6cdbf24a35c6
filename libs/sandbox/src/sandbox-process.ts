import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { CallReport, FunctionCall, WorkerReply, WorkerRequest } from './function-call.ts';
import type { MemoryWatch } from './memory-watch.ts';

/** Beyond the function's own limit: a worker that has not answered by then is stuck where V8 does not listen. */
const GRACE_MS = 500;
/** How old what is known of the resident memory may be. */
const RSS_AGE_MS = 10;
/** What a call may add to the resident memory of its worker beside twice its own limit. */
const SLACK_BYTES = 64 * 1024 * 1024;

/** The worker beside this file: compiled, or as source where the tests run. */
const WORKER = join(import.meta.dirname, `worker${extname(import.meta.filename)}`);

/** The file of isolated-vm's native code for this platform. */
const ADDON = addonPath();

/** By Node's permission model the worker may read its own program, and nothing else of the machine. */
export const CONFINEMENT = {
  execArgv: [
    '--no-node-snapshot',
    '--no-warnings',
    '--permission',
    '--allow-addons',
    `--allow-fs-read=${import.meta.dirname}`,
    `--allow-fs-read=${ADDON}`,
  ],
  env: {},
};

/** Why a worker is gone: the function in it did not survive, in words for the caller. */
export class WorkerLostError extends Error {}

/** One worker process. It takes one call at a time and is thrown away when it misbehaves. */
export class SandboxProcess {
  private readonly child: ChildProcess;
  private readonly knownFunctions = new Set<string>();
  private settle: { resolve: (report: CallReport) => void; reject: (error: Error) => void } | undefined;
  /** Why we ended it ourselves. */
  private verdict: string | undefined;
  private rss = { bytes: 0, readAt: -Infinity };

  /** Calls it was given. */
  calls = 0;
  /** Settled once the worker takes calls (true) or has died before it could (false). */
  readonly ready: Promise<boolean>;
  /** Settled when the process is gone. */
  readonly exited: Promise<void>;

  constructor(private readonly watch: MemoryWatch) {
    this.child = fork(WORKER, [ADDON], { ...CONFINEMENT, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    dieFirst(this.child.pid);
    const ready = Promise.withResolvers<boolean>();
    const exited = Promise.withResolvers<void>();
    this.ready = ready.promise;
    this.exited = exited.promise;
    this.child.on('message', (reply: WorkerReply) => {
      if (reply.type === 'ready') ready.resolve(true);
      else this.finish(reply);
    });
    const end = () => {
      ready.resolve(false);
      exited.resolve();
      this.settle?.reject(this.loss());
    };
    this.child.on('exit', end);
    // A process that was never made does not exit either.
    this.child.on('error', () => (this.child.pid === undefined ? end() : this.kill()));
  }

  get alive(): boolean {
    return (
      this.child.pid !== undefined &&
      this.child.connected &&
      this.child.exitCode === null &&
      this.child.signalCode === null
    );
  }

  /** @throws WorkerLostError when the worker does not survive the call */
  async run(call: FunctionCall): Promise<CallReport> {
    if (!this.alive) throw this.loss();
    const { source, party: _, ...rest } = call;
    const request: WorkerRequest = this.knownFunctions.has(call.key) ? rest : { ...rest, source };
    this.knownFunctions.add(call.key);
    this.calls += 1;

    const answer = new Promise<CallReport>((resolve, reject) => {
      this.settle = { resolve, reject };
    });
    const overdue = setTimeout(
      () => this.kill(`it takes longer than ${call.timeoutMs} ms`),
      call.timeoutMs + GRACE_MS,
    );
    // V8's limit is of its heap alone: buffers and objects of ICU are outside.
    const maxRssBytes = this.rssBytes() + 2 * call.memoryMb * 1024 * 1024 + SLACK_BYTES;
    const watched = this.watch.begin(this.child.pid!, maxRssBytes);
    try {
      this.child.send(request);
      return await answer;
    } catch (error) {
      throw watched.isEnded
        ? new WorkerLostError(`it needs more than ${call.memoryMb} MiB of memory`)
        : error;
    } finally {
      this.settle = undefined;
      clearTimeout(overdue);
      watched.stop();
    }
  }

  kill(verdict?: string): void {
    this.verdict ??= verdict;
    this.child.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    this.kill();
    await this.exited;
  }

  /** Resident memory in bytes, of some milliseconds ago where calls are short; 0 where the system does not tell. */
  rssBytes(): number {
    const now = performance.now();
    if (now - this.rss.readAt >= RSS_AGE_MS) this.rss = { bytes: this.readRss(), readAt: now };
    return this.rss.bytes;
  }

  private readRss(): number {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
    } catch {
      return 0;
    }
  }

  private loss(): WorkerLostError {
    return new WorkerLostError(this.verdict ?? 'it crashed the process it ran in');
  }

  private finish(reply: WorkerReply & { type: 'done' }): void {
    if (reply.dropped !== undefined) this.knownFunctions.delete(reply.dropped);
    this.settle?.resolve(reply.report);
  }
}

/** Has the system, when it is out of memory, end the process of a function and not the server. */
function dieFirst(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // Only Linux has it.
  }
}

function addonPath(): string {
  const main = createRequire(import.meta.url).resolve('isolated-vm');
  const loader = createRequire(main)('node-gyp-build') as { resolve: (folder: string) => string };
  return loader.resolve(dirname(main));
}
