import { TurnQueue } from '@app/platform';
import type { CallReport, FunctionCall } from './function-call.ts';
import { MemoryWatch } from './memory-watch.ts';
import { SandboxProcess, WorkerLostError } from './sandbox-process.ts';

export interface PoolOptions {
  /** Worker processes, at least 1. */
  readonly workers: number;
  /** Calls that may wait for a worker. When so many do, the party with most gives up a place to one with less. */
  readonly maxQueue: number;
  /** Bytes of the calls that may wait: each call takes as many of the places as its part of the bytes. */
  readonly maxQueueBytes: number;
  /** Calls after which a worker is replaced. */
  readonly callsPerWorker: number;
  /** Resident memory in bytes at which a worker is replaced between calls; a call may add to it what `SandboxProcess` says. */
  readonly workerRssBytes: number;
  /** Told when a worker does not come up, which is tried again every second, and when memory cannot be watched. */
  readonly warn: (message: string) => void;
}

/** No worker is free and the queue is full, or waiting took too long: try again soon. */
export class PoolBusyError extends Error {}

/** No worker has come up: the machine does not let them start, which the log says. */
export class SandboxDownError extends PoolBusyError {}

interface Waiting {
  call: FunctionCall;
  resolve: (report: CallReport) => void;
  reject: (error: Error) => void;
  overdue: NodeJS.Timeout;
}

const MAX_WAIT_MS = 5_000;
/** Between tries to start a worker that does not come up. */
const RESTART_MS = 1_000;

/** Worker processes that run functions, kept at their number whatever the functions do. */
export class FunctionPool {
  private readonly idle: SandboxProcess[] = [];
  private readonly workers = new Set<SandboxProcess>();
  private readonly queue: TurnQueue<Waiting>;
  /** From the first call on. */
  private watch: MemoryWatch | undefined;
  private stopped = false;
  /** Of the workers, the one that was started last. */
  private cameUp = false;

  /** Workers that had to be replaced because a function broke them. */
  restarts = 0;
  /** Workers that were started, in the place of others or not. */
  starts = 0;

  constructor(private readonly options: PoolOptions) {
    this.queue = new TurnQueue(options.maxQueue, refuse);
  }

  /**
   * Runs a call. A failure of the function is a report with its reason, also when it took its worker down.
   * @throws PoolBusyError when there is no place for it
   */
  async run(call: FunctionCall): Promise<CallReport> {
    if (this.stopped) throw new PoolBusyError('The function pool is stopped');
    this.startWorkers();
    const worker = this.takeIdle();
    return worker ? this.runOn(worker, call) : this.wait(call);
  }

  /** Calls that wait for a worker. */
  get waiting(): number {
    return this.queue.size;
  }

  /** Workers that live; before the first call there are none. */
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

  /** A worker may have died while nobody used it. */
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

  /** Gives a worker its next call, unless it is gone or has served long enough; `watchOver` replaces it then. */
  private release(worker: SandboxProcess): void {
    const { callsPerWorker, workerRssBytes } = this.options;
    // Memory that earlier calls left behind must not be held against the next one.
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

  /** With the first call, so that a server without functions has no workers. */
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

  /** The machine may be short of processes, files or memory. */
  private startWorkerLater(): void {
    if (this.stopped) return;
    this.options.warn('A process for remote functions does not start; trying again in a second');
    setTimeout(() => this.startWorker(), RESTART_MS).unref();
  }
}

function refuse({ overdue, reject }: Waiting): void {
  clearTimeout(overdue);
  reject(new PoolBusyError('Too many function calls are waiting'));
}
