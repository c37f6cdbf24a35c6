import { type Party, TurnQueue } from './turn-queue.js';
import { ServiceUnavailableError } from './service-unavailable-error.js';

/** Whom a line refuses; nobody, as far as it is left out. */
export interface SemaphoreLimits {
  /** So many may wait; whoever would be one more, or has the most waiting when another party comes. */
  readonly most?: number;
  /** Who has waited for so many milliseconds. */
  readonly longestMs?: number;
  /** What they are refused with. */
  readonly refusal?: (waiting: number) => ServiceUnavailableError;
}

interface Waiter {
  admit(): void;
  refuse(error: ServiceUnavailableError): void;
}

/** For whom a line knows no parties: they are served in the order they come. */
const ANYBODY: Party = [];

/** Gives a number of holders the turn: parties by turns, those of one party in the order they come. */
export class Semaphore {
  private readonly waiters: TurnQueue<Waiter>;
  private readonly turns = new Set<Promise<void>>();
  private free: number;
  /** So long may be waited while something long has the turn. */
  private patienceMs = 0;
  private calmSince = -Infinity;

  /** @param permits how many may have the turn at a time */
  constructor(
    readonly permits: number,
    private readonly limits: SemaphoreLimits = {},
  ) {
    this.free = permits;
    this.waiters = new TurnQueue(limits.most ?? Infinity, (waiter) => waiter.refuse(this.refusal()));
  }

  /** How many have the turn. */
  get inUse(): number {
    return this.permits - this.free;
  }

  get waiting(): number {
    return this.waiters.size;
  }

  /**
   * Does something when it has the turn.
   * @throws ServiceUnavailableError
   */
  async run<T>(work: () => Promise<T>, party = ANYBODY): Promise<T> {
    const leave = await this.acquire(party);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * Waits for the turn. The caller ends it by calling the function it got, once.
   * @throws ServiceUnavailableError
   */
  async acquire(party = ANYBODY): Promise<() => void> {
    if (this.free > 0) this.free -= 1;
    else await this.wait(party);
    return () => this.release();
  }

  /**
   * Does something that takes the turn for long, behind all who wait now. Whoever waits meanwhile is not refused for that, but
   * after `longestMs` of it or, once it is over, as usual.
   */
  async runLong<T>(work: () => Promise<T>, longestMs: number): Promise<T> {
    await Promise.allSettled(this.turns);
    this.patienceMs = longestMs;
    try {
      return await work();
    } finally {
      this.patienceMs = 0;
      this.calmSince = performance.now();
    }
  }

  /** Has nobody wait any longer. */
  refuseAll(error: ServiceUnavailableError): void {
    for (const waiter of this.waiters.drain()) waiter.refuse(error);
  }

  private wait(party: Party): Promise<void> {
    const { longestMs } = this.limits;
    const since = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const done = (settle: () => void) => {
      clearTimeout(late);
      this.waiters.remove(party, waiter);
      this.turns.delete(promise);
      settle();
    };
    const waiter = {
      admit: () => done(resolve),
      refuse: (error: ServiceUnavailableError) => done(() => reject(error)),
    };
    if (!this.waiters.push(party, waiter)) throw this.refusal();
    this.turns.add(promise);
    const expire = () => {
      const left = this.waitsUntil(since, longestMs!) - performance.now();
      if (left <= 0) waiter.refuse(this.refusal());
      else late = setTimeout(expire, Math.min(left, longestMs!));
    };
    let late = longestMs && setTimeout(expire, longestMs);
    return promise;
  }

  private waitsUntil(since: number, longestMs: number): number {
    return this.patienceMs > 0 ? since + this.patienceMs : Math.max(since, this.calmSince) + longestMs;
  }

  private refusal(): ServiceUnavailableError {
    return (
      this.limits.refusal?.(this.waiting) ?? new ServiceUnavailableError('Too many wait, or for too long')
    );
  }

  /** The turn is handed on, so that nobody comes in between. */
  private release(): void {
    const next = this.waiters.shift();
    if (next) next.admit();
    else this.free += 1;
  }
}
