import { errorMessage, type Party, TurnQueue } from '@app/platform';
import type { CallReport, FunctionCall } from './function-call.ts';
import { MemoryWatch } from './memory-watch.ts';
import { GRACE_MS, SandboxProcess, WorkerLostError } from './sandbox-process.ts';

export interface PoolOptions {
  /** Number of worker processes, at least 1. */
  readonly workers: number;
  /**
   * Maximum number of waiting calls. When the queue is full, a new call of a party with fewer calls replaces a call of
   * the party with the most calls.
   */
  readonly maxQueue: number;
  /**
   * Maximum bytes of waiting calls. A large call counts as several calls, in proportion to its share of these bytes.
   */
  readonly maxQueueBytes: number;
  /** Calls after which a worker is replaced. */
  readonly callsPerWorker: number;
  /**
   * Resident memory in bytes at which a worker is replaced between calls. During a call, the worker's memory may
   * exceed this value by the amount that `SandboxProcess` lets a call add.
   */
  readonly workerRssBytes: number;
  /**
   * Milliseconds without a call after which all workers end; the next call starts new ones. By default they never end.
   */
  readonly idleMs?: number;
  /** Milliseconds that a call may wait for a worker; 5,000 by default. */
  readonly maxWaitMs?: number;
  /** Called when a worker fails to start (the pool tries again every second) and when memory cannot be monitored. */
  readonly warn: (message: string) => void;
}

/** Thrown if the queue is full, or the call has waited too long. The caller may retry soon. */
export class PoolBusyError extends Error {}

/** Thrown if no worker could be started. The log contains the reason. */
export class SandboxDownError extends PoolBusyError {}

interface Waiting {
  call: FunctionCall;
  resolve: (report: CallReport) => void;
  reject: (error: Error) => void;
  overdue: NodeJS.Timeout;
}

const MIB = 1024 * 1024;
const MAX_WAIT_MS = 5_000;
/**
 * Number of leading names of a call's party to which the call's time is charged: up to the application or the
 * administrator. An application's addresses are not charged but take turns. If they were charged, new addresses, which
 * have used no time, could exclude the others.
 */
const CHARGED_NAMES = 2;
/** Milliseconds after which a failed start of a worker is retried. */
const RESTART_MS = 1_000;

/**
 * Returns how long a call may wait for a worker, in milliseconds: at least as long as two of the longest calls take.
 * @param timeoutMs highest time limit of a call
 */
export function maxWaitMs(timeoutMs: number): number {
  return Math.max(MAX_WAIT_MS, 2 * (timeoutMs + GRACE_MS));
}

/**
 * Returns the resident memory in bytes at which a worker is replaced between calls.
 * @param memoryMb highest memory limit of a call
 */
export function workerRssBytes(memoryMb: number): number {
  return (128 + memoryMb) * MIB;
}

/** A pool of worker processes that run functions. If a function crashes its worker, the worker is replaced. */
export class FunctionPool {
  private readonly idle: SandboxProcess[] = [];
  private readonly workers = new Set<SandboxProcess>();
  private readonly queue: TurnQueue<Waiting>;
  /** The calls that run, and the time up to which they have been charged. */
  private readonly running = new Set<{ readonly party: Party; chargedTo: number }>();
  /** Set while there are workers: from the first call until `idleMs` have passed without a call. */
  private watch: MemoryWatch | undefined;
  /** Number of calls running or waiting. */
  private calls = 0;
  private idleTimer: NodeJS.Timeout | undefined;
  private stopped = false;
  /** True if the latest completed attempt to start a worker succeeded. */
  private cameUp = false;

  /** Number of workers replaced because a function crashed them or exceeded a limit. */
  restarts = 0;
  /** Number of workers started, including replacements. */
  starts = 0;

  constructor(private readonly options: PoolOptions) {
    this.queue = new TurnQueue(options.maxQueue, refuse);
  }

  /**
   * Runs a call. If the function fails, the report contains the reason, even if the function crashed its worker.
   * @throws PoolBusyError if the queue has no place for the call
   */
  async run(call: FunctionCall): Promise<CallReport> {
    if (this.stopped) throw new PoolBusyError('The function pool is stopped');
    this.startWorkers();
    this.calls += 1;
    try {
      const worker = this.takeIdle();
      if (!worker) return await this.wait(call);
      this.queue.pass(call.party);
      return await this.runOn(worker, call);
    } finally {
      this.calls -= 1;
      this.idleTimer?.refresh();
    }
  }

  /** Number of calls waiting for a worker. */
  get waiting(): number {
    return this.queue.size;
  }

  /** Number of live workers; 0 before the first call, and after `idleMs` without a call. */
  get living(): number {
    return this.workers.size;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.idleTimer);
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
    }, this.options.maxWaitMs ?? MAX_WAIT_MS);
    const waiting: Waiting = { call, resolve, reject, overdue };
    if (!this.queue.push(call.party, waiting, this.placesOf(call))) refuse(waiting);
    return promise;
  }

  private placesOf({ params, source, context }: FunctionCall): number {
    const { maxQueue, maxQueueBytes } = this.options;
    const bytes = (params?.length ?? 0) + source.length + context.length;
    return Math.max(1, Math.ceil((bytes * maxQueue) / maxQueueBytes));
  }

  /** Returns an idle worker. Skips workers that died while idle. */
  private takeIdle(): SandboxProcess | undefined {
    let worker = this.idle.pop();
    while (worker && !worker.alive) worker = this.idle.pop();
    return worker;
  }

  private async runOn(worker: SandboxProcess, call: FunctionCall): Promise<CallReport> {
    const started = performance.now();
    const running = { party: call.party.slice(0, CHARGED_NAMES), chargedTo: started };
    this.running.add(running);
    try {
      return await worker.run(call);
    } catch (error) {
      if (!(error instanceof WorkerLostError)) throw error;
      this.restarts += 1;
      const durationMs = Math.round(performance.now() - started);
      return { outcome: { ok: false, reason: error.message }, console: [], durationMs, heapBytes: 0 };
    } finally {
      this.chargeRunning();
      this.running.delete(running);
      this.release(worker);
    }
  }

  /** Charges for all running calls, so that a long call counts before it ends. */
  private chargeRunning(): void {
    const now = performance.now();
    for (const call of this.running) {
      this.queue.charge(call.party, now - call.chargedTo);
      call.chargedTo = now;
    }
  }

  /** Gives a worker its next call, or kills it if it is due for replacement. `watchOver` replaces dead workers. */
  private release(worker: SandboxProcess): void {
    const { callsPerWorker, workerRssBytes } = this.options;
    // A worker that has grown is replaced: the next call may add to the memory that earlier calls still occupy.
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

  /** Starts the workers when a call arrives, so that a server whose functions are not called has no workers. */
  private startWorkers(): void {
    if (this.watch) return;
    const { workers, idleMs, warn } = this.options;
    const watch = (this.watch = new MemoryWatch(workers, warn));
    for (let i = 0; i < workers; i++) this.startWorker(watch);
    if (idleMs !== undefined) this.idleTimer ??= setTimeout(() => this.endIdleWorkers(), idleMs).unref();
  }

  /** Ends all workers if no call is running or waiting, to free their memory. */
  private endIdleWorkers(): void {
    if (this.calls > 0 || this.stopped) return;
    void this.watch?.stop();
    this.watch = undefined;
    for (const worker of this.workers) worker.kill();
  }

  /**
   * @param watch the watch of the workers that the new worker joins; if those workers have ended in the meantime, no
   * worker starts
   */
  private startWorker(watch: MemoryWatch): void {
    if (this.stopped || watch !== this.watch) return;
    try {
      const worker = new SandboxProcess(watch);
      this.workers.add(worker);
      this.starts += 1;
      void this.watchOver(worker, watch);
    } catch (error) {
      this.startWorkerLater(watch, error);
    }
  }

  /** Waits for a worker to exit, then starts its successor. */
  private async watchOver(worker: SandboxProcess, watch: MemoryWatch): Promise<void> {
    const cameUp = await worker.ready;
    if (watch === this.watch) this.cameUp = cameUp;
    if (worker.alive) this.dispatch(worker);
    await worker.exited;
    this.workers.delete(worker);
    const place = this.idle.indexOf(worker);
    if (place >= 0) this.idle.splice(place, 1);
    if (cameUp) this.startWorker(watch);
    else this.startWorkerLater(watch);
  }

  /** Retries a failed start later, since the machine may be short of processes, files or memory. */
  private startWorkerLater(watch: MemoryWatch, reason?: unknown): void {
    if (this.stopped || watch !== this.watch) return;
    const why = reason === undefined ? '' : ` (${errorMessage(reason)})`;
    this.options.warn(`A process for remote functions cannot start${why}; retrying in a second`);
    setTimeout(() => this.startWorker(watch), RESTART_MS).unref();
  }
}

function refuse({ overdue, reject }: Waiting): void {
  clearTimeout(overdue);
  reject(new PoolBusyError('Too many function calls are waiting'));
}
