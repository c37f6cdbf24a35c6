import { Unavailable } from './unavailable.js';

/** Whom a line refuses; nobody, as far as it is left out. */
export interface WaitingLimits {
  /** Who would be one more to wait. */
  readonly most?: number;
  /** Who has waited for so many milliseconds. */
  readonly longestMs?: number;
  /** What they are refused with. */
  readonly refusal?: (waiting: number) => Unavailable;
}

interface Waiter {
  admit(): void;
  refuse(error: Unavailable): void;
}

/** Gives a number of holders the turn, first come, first served. */
export class WaitingLine {
  /** In the order they came. */
  private readonly waiters = new Set<Waiter>();
  private free: number;

  /** @param places how many may have the turn at a time */
  constructor(
    readonly places: number,
    private readonly limits: WaitingLimits = {},
  ) {
    this.free = places;
  }

  /** How many have the turn. */
  get inUse(): number {
    return this.places - this.free;
  }

  get waiting(): number {
    return this.waiters.size;
  }

  /**
   * Does something when it has the turn.
   * @throws Unavailable
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * Waits for the turn. The caller ends it by calling the function it got, once.
   * @throws Unavailable
   */
  async enter(): Promise<() => void> {
    if (this.free > 0) this.free -= 1;
    else await this.wait();
    return () => this.leave();
  }

  /** Has nobody wait any longer. */
  refuseAll(error: Unavailable): void {
    for (const waiter of this.waiters) waiter.refuse(error);
  }

  private wait(): Promise<void> {
    const { most = Infinity, longestMs } = this.limits;
    if (this.waiting >= most) throw this.refusal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const done = (settle: () => void) => {
      clearTimeout(late);
      this.waiters.delete(waiter);
      settle();
    };
    const waiter = {
      admit: () => done(resolve),
      refuse: (error: Unavailable) => done(() => reject(error)),
    };
    const late = longestMs && setTimeout(() => waiter.refuse(this.refusal()), longestMs);
    this.waiters.add(waiter);
    return promise;
  }

  private refusal(): Unavailable {
    return this.limits.refusal?.(this.waiting) ?? new Unavailable('Too many wait, or for too long');
  }

  /** The turn is handed on, so that nobody comes in between. */
  private leave(): void {
    const [next] = this.waiters;
    if (next) next.admit();
    else this.free += 1;
  }
}
