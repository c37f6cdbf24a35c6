import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { CallReport, FunctionCall, WorkerReply, WorkerRequest } from './function-call.ts';
import type { MemoryWatch } from './memory-watch.ts';

/**
 * Milliseconds between the function's time limit and the killing of its worker. A call that still runs then is stuck
 * where V8 cannot interrupt it.
 */
export const GRACE_MS = 500;
/** Maximum age of a measurement of resident memory, in milliseconds. */
const RSS_AGE_MS = 10;
/** Resident memory in bytes that a call may add to its worker, beyond twice the call's memory limit. */
const SLACK_BYTES = 64 * 1024 * 1024;

/** File of the worker's program, in this folder: the compiled file, or in tests the source file. */
const WORKER = join(import.meta.dirname, `worker${extname(import.meta.filename)}`);

/**
 * Returns the options of Node's permission model. The worker can read only its own program.
 * @param addon file of isolated-vm's native code
 */
export function confinement(addon: string) {
  return {
    execArgv: [
      '--no-node-snapshot',
      '--no-warnings',
      '--permission',
      '--allow-addons',
      `--allow-fs-read=${import.meta.dirname}`,
      `--allow-fs-read=${addon}`,
    ],
    env: {},
  };
}

/** The worker died during the call. The message is for the caller. */
export class WorkerLostError extends Error {}

/** A worker process. It runs one call at a time, and is discarded when a call exceeds a limit. */
export class SandboxProcess {
  private readonly child: ChildProcess;
  private readonly knownFunctions = new Set<string>();
  private settle: { resolve: (report: CallReport) => void; reject: (error: Error) => void } | undefined;
  /** Reason for which this process killed the worker. */
  private verdict: string | undefined;
  private isKilled = false;
  private rss = { bytes: 0, readAt: -Infinity };

  /** Number of calls assigned. */
  calls = 0;
  /** Resolves to true when the worker is ready, or to false if it dies before that. */
  readonly ready: Promise<boolean>;
  /** Resolves when the process has exited. */
  readonly exited: Promise<void>;

  /** @throws Error if isolated-vm has no native code for this platform, or if no process can be started */
  constructor(private readonly watch: MemoryWatch) {
    const addon = addonPath();
    const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const;
    this.child = fork(WORKER, [addon], { ...confinement(addon), stdio: [...stdio] });
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
    // A process that failed to start emits no exit event.
    this.child.on('error', () => (this.child.pid === undefined ? end() : this.kill()));
  }

  /**
   * False from the moment at which `kill` is called, not only after the exit. Otherwise a call assigned in between
   * would fail with the reason of the kill.
   */
  get alive(): boolean {
    return (
      !this.isKilled &&
      this.child.pid !== undefined &&
      this.child.connected &&
      this.child.exitCode === null &&
      this.child.signalCode === null
    );
  }

  /**
   * Runs a call.
   * @throws WorkerLostError when the worker does not survive the call
   */
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
    // V8's limit covers only its heap, but not buffers and ICU objects.
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
      // The process may have sent its last answer just before it was killed.
      if (watched.isEnded) this.kill();
      watched.stop();
    }
  }

  kill(verdict?: string): void {
    this.isKilled = true;
    this.verdict ??= verdict;
    this.child.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    this.kill();
    await this.exited;
  }

  /**
   * Returns the resident memory in bytes, measured at most a few milliseconds ago, or 0 if the system does not report
   * it.
   */
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

/** Makes the system kill a worker rather than the server when the machine runs out of memory. */
function dieFirst(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // The file exists only on Linux.
  }
}

/** Returns the file of isolated-vm's native code for this platform. */
export function addonPath(): string {
  const main = createRequire(import.meta.url).resolve('isolated-vm');
  const loader = createRequire(main)('node-gyp-build') as { resolve: (folder: string) => string };
  return loader.resolve(dirname(main));
}
