import { TurnQueue } from '@app/platform';
import type { CallReport, FunctionCall } from './function-call.ts';
import { MemoryWatch } from './memory-watch.ts';
import { SandboxProcess, WorkerLostError } from './sandbox-process.ts';

export interface PoolOptions {
  /** Number of worker processes, at least 1. */
  readonly workers: number;
  /**
   * Maximum number of waiting calls. When the queue is full, the party with the most gives up a place to one with
   * fewer.
   */
  readonly maxQueue: number;
  /** Maximum bytes of waiting calls: each call takes up as large a share of the queue as its share of the bytes. */
  readonly maxQueueBytes: number;
  /** Calls after which a worker is replaced. */
  readonly callsPerWorker: number;
  /**
   * Resident memory in bytes at which a worker is replaced between calls; a call may add the slack allowed by
   * `SandboxProcess`.
   */
  readonly workerRssBytes: number;
  /** Called when a worker fails to start, which is retried every second, and when memory cannot be monitored. */
  readonly warn: (message: string) => void;
}

/** No worker is free and the queue is full, or the wait took too long: retry soon. */
export class PoolBusyError extends Error {}

/** No worker has started: the machine does not allow it; the log has the reason. */
export class SandboxDownError extends PoolBusyError {}

interface Waiting {
  call: FunctionCall;
  resolve: (report: CallReport) => void;
  reject: (error: Error) => void;
  overdue: NodeJS.Timeout;
}

const MAX_WAIT_MS = 5_000;
/** Delay in milliseconds before another attempt to start a worker that failed to. */
const RESTART_MS = 1_000;

/** A pool of worker processes that run functions. Workers that a function brings down are replaced. */
export class FunctionPool {
  private readonly idle: SandboxProcess[] = [];
  private readonly workers = new Set<SandboxProcess>();
  private readonly queue: TurnQueue<Waiting>;
  /** Set from the first call on. */
  private watch: MemoryWatch | undefined;
  private stopped = false;
  /** True when the most recently started worker came up. */
  private cameUp = false;

  /** Number of workers replaced because a function broke them. */
  restarts = 0;
  /** Number of workers started, including replacements. */
  starts = 0;

  constructor(private readonly options: PoolOptions) {
    this.queue = new TurnQueue(options.maxQueue, refuse);
  }

  /**
   * Runs a call. A failure of the function is a report with its reason, even when it took its worker down.
   * @throws PoolBusyError when there is no place for it
   */
  async run(call: FunctionCall): Promise<CallReport> {
    if (this.stopped) throw new PoolBusyError('The function pool is stopped');
    this.startWorkers();
    const worker = this.takeIdle();
    return worker ? this.runOn(worker, call) : this.wait(call);
  }

  /** Number of calls waiting for a worker. */
  get waiting(): number {
    return this.queue.size;
  }

  /** Number of live workers; 0 before the first call. */
  get living(): number {
    return this.workers.size;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    for (const waiting of this.queue.drain()) {
      clearTimeout(waiting.overdue);
      waiting.reject(new PoolBusyError('The function pool is stopped'));
    }
    await Promise.all([...this.workers].map((worker) => worker.stop()));
    await this.watch?.stop();
  }

  private wait(call: FunctionCall): Promise<CallReport> {
    const { promise, resolve, reject } = Promise.withResolvers<CallReport>();
    const overdue = setTimeout(() => {
      this.queue.remove(call.party, waiting);
      reject(
        this.cameUp
          ? new PoolBusyError('A function call waited too long for a worker')
          : new SandboxDownError('No process for functions has started'),
      );
    }, MAX_WAIT_MS);
    const waiting: Waiting = { call, resolve, reject, overdue };
    if (!this.queue.push(call.party, waiting, this.placesOf(call))) refuse(waiting);
    return promise;
  }

  private placesOf({ params, source, context }: FunctionCall): number {
    const { maxQueue, maxQueueBytes } = this.options;
    const bytes = (params?.length ?? 0) + source.length + context.length;
    return Math.max(1, Math.ceil((bytes * maxQueue) / maxQueueBytes));
  }

  /** Returns an idle worker. One may have died while unused. */
  private takeIdle(): SandboxProcess | undefined {
    let worker = this.idle.pop();
    while (worker && !worker.alive) worker = this.idle.pop();
    return worker;
  }

  private async runOn(worker: SandboxProcess, call: FunctionCall): Promise<CallReport> {
    const started = performance.now();
    try {
      return await worker.run(call);
    } catch (error) {
      if (!(error instanceof WorkerLostError)) throw error;
      this.restarts += 1;
      const durationMs = Math.round(performance.now() - started);
      return { outcome: { ok: false, reason: error.message }, console: [], durationMs, heapBytes: 0 };
    } finally {
      this.release(worker);
    }
  }

  /** Gives a worker its next call, unless it is gone or due for replacement, which `watchOver` does. */
  private release(worker: SandboxProcess): void {
    const { callsPerWorker, workerRssBytes } = this.options;
    // Memory left behind by earlier calls must not count against the next one.
    if (worker.calls >= callsPerWorker || worker.rssBytes() > workerRssBytes) worker.kill();
    else if (worker.alive) this.dispatch(worker);
  }

  private dispatch(worker: SandboxProcess): void {
    const next = this.queue.shift();
    if (!next) {
      this.idle.push(worker);
      return;
    }
    clearTimeout(next.overdue);
    this.runOn(worker, next.call).then(next.resolve, next.reject);
  }

  /** Starts the workers with the first call, so that a server without functions has none. */
  private startWorkers(): void {
    if (this.watch) return;
    this.watch = new MemoryWatch(this.options.workers, this.options.warn);
    for (let i = 0; i < this.options.workers; i++) this.startWorker();
  }

  private startWorker(): void {
    if (this.stopped) return;
    try {
      const worker = new SandboxProcess(this.watch!);
      this.workers.add(worker);
      this.starts += 1;
      void this.watchOver(worker);
    } catch {
      this.startWorkerLater();
    }
  }

  /** Follows a worker from its start to its end, and starts its successor. */
  private async watchOver(worker: SandboxProcess): Promise<void> {
    const cameUp = await worker.ready;
    this.cameUp = cameUp;
    if (cameUp) this.dispatch(worker);
    await worker.exited;
    this.workers.delete(worker);
    const place = this.idle.indexOf(worker);
    if (place >= 0) this.idle.splice(place, 1);
    if (cameUp) this.startWorker();
    else this.startWorkerLater();
  }

  /** Retries later: the machine may be short of processes, files or memory. */
  private startWorkerLater(): void {
    if (this.stopped) return;
    this.options.warn('A process for remote functions cannot start; retrying in a second');
    setTimeout(() => this.startWorker(), RESTART_MS).unref();
  }
}

function refuse({ overdue, reject }: Waiting): void {
  clearTimeout(overdue);
  reject(new PoolBusyError('Too many function calls are waiting'));
}
