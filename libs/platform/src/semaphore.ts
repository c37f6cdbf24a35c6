import { type Party, TurnQueue } from './turn-queue.js';
import { ServiceUnavailableError } from './service-unavailable-error.js';

/** Limits beyond which a semaphore refuses waiters. A limit that is omitted does not apply. */
export interface SemaphoreLimits {
  /** Maximum number of waiters. Beyond this number, the last waiter of the party with the most waiters is refused. */
  readonly maxWaiting?: number;
  /** Maximum wait in milliseconds. */
  readonly maxWaitMs?: number;
  /** Creates the error for a refused waiter. */
  readonly refusal?: (waiting: number) => ServiceUnavailableError;
}

interface Waiter {
  admit(): void;
  refuse(error: ServiceUnavailableError): void;
}

/** Party of callers that do not specify one. They are served in order of arrival. */
const ANYBODY: Party = [];

/** Grants a limited number of permits. Parties take turns; within a party, waiters are served in order of arrival. */
export class Semaphore {
  private readonly waiters: TurnQueue<Waiter>;
  private readonly waits = new Set<Promise<void>>();
  private free: number;
  /** Number of long works that run or wait for a permit. */
  private longWorks = 0;
  /** Maximum wait in milliseconds while there are long works; 0 otherwise. */
  private longWaitMs = 0;
  private longWorkEndedAt = -Infinity;

  /** @param permits maximum number of permits held concurrently */
  constructor(
    readonly permits: number,
    private readonly limits: SemaphoreLimits = {},
  ) {
    this.free = permits;
    this.waiters = new TurnQueue(limits.maxWaiting ?? Infinity, (waiter) => waiter.refuse(this.refusal()));
  }

  /** Number of permits held. */
  get inUse(): number {
    return this.permits - this.free;
  }

  get waiting(): number {
    return this.waiters.size;
  }

  /** True while `runLong` runs its work. */
  get isLong(): boolean {
    return this.longWaitMs > 0;
  }

  /**
   * Runs work with a permit.
   * @throws ServiceUnavailableError
   */
  async run<T>(work: () => Promise<T>, party = ANYBODY): Promise<T> {
    const release = await this.acquire(party);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /**
   * Waits for a permit. The caller must call the returned function exactly once to release the permit.
   * @throws ServiceUnavailableError
   */
  async acquire(party = ANYBODY): Promise<() => void> {
    if (this.free > 0) this.free -= 1;
    else await this.wait(party);
    return () => this.release();
  }

  /**
   * Runs work that itself takes a permit, for example with `run`, and holds it for a long time. The work starts as soon
   * as all callers that already wait have got a permit or been refused. While the work runs, callers are refused only
   * after they have waited for `longestMs`. After the work, the usual limit applies again.
   */
  async runLong<T>(work: () => Promise<T>, longestMs: number): Promise<T> {
    await Promise.allSettled(this.waits);
    this.longWorks += 1;
    this.longWaitMs = longestMs;
    try {
      return await work();
    } finally {
      this.longWorks -= 1;
      if (this.longWorks === 0) this.longWaitMs = 0;
      this.longWorkEndedAt = performance.now();
    }
  }

  /** Refuses all waiters. */
  refuseAll(error: ServiceUnavailableError): void {
    for (const waiter of this.waiters.drain()) waiter.refuse(error);
  }

  private wait(party: Party): Promise<void> {
    const { maxWaitMs: longestMs } = this.limits;
    const since = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const done = (settle: () => void) => {
      clearTimeout(late);
      this.waiters.remove(party, waiter);
      this.waits.delete(promise);
      settle();
    };
    const waiter = {
      admit: () => done(resolve),
      refuse: (error: ServiceUnavailableError) => done(() => reject(error)),
    };
    if (!this.waiters.push(party, waiter)) throw this.refusal();
    this.waits.add(promise);
    const expire = () => {
      const left = this.waitsUntil(since, longestMs!) - performance.now();
      if (left <= 0) waiter.refuse(this.refusal());
      else late = setTimeout(expire, Math.min(left, longestMs!));
    };
    let late = longestMs && setTimeout(expire, longestMs);
    return promise;
  }

  private waitsUntil(since: number, longestMs: number): number {
    return this.longWaitMs > 0 ? since + this.longWaitMs : Math.max(since, this.longWorkEndedAt) + longestMs;
  }

  private refusal(): ServiceUnavailableError {
    return (
      this.limits.refusal?.(this.waiting) ??
      new ServiceUnavailableError('Too many requests are waiting, or this one has waited too long')
    );
  }

  /** Passes the permit directly to the next waiter, so that no other caller can take it. */
  private release(): void {
    const next = this.waiters.shift();
    if (next) next.admit();
    else this.free += 1;
  }
}
