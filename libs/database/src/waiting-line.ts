import { Logger } from '@nestjs/common';
import { Seldom, Unavailable } from '@app/platform';

/** Beyond these a database is too slow for what is asked of it, and waiting longer would help nobody. */
const MOST_WAITING = 2_000;
const LONGEST_WAIT_MS = 5_000;

/** How busy the connections to a database are. */
export interface DatabaseLoad {
  readonly connections: number;
  readonly inUse: number;
  /** Callers that wait for a connection or, on SQLite, for their turn. */
  readonly waiting: number;
}

interface Waiter {
  admit(): void;
  refuse(error: Unavailable): void;
}

/**
 * Gives a number of holders the turn, first come, first served. Who would have to wait behind 2,000 others, or has waited
 * for 5 seconds, is refused.
 */
export class WaitingLine {
  /** In the order they came. */
  private readonly waiting = new Set<Waiter>();
  private readonly logger = new Logger('Database');
  private readonly refusals = new Seldom();
  private free: number;

  /** @param places how many may have the turn at a time */
  constructor(
    private readonly places: number,
    private readonly mostWaiting = MOST_WAITING,
    private readonly longestWaitMs = LONGEST_WAIT_MS,
  ) {
    this.free = places;
  }

  get load(): DatabaseLoad {
    return { connections: this.places, inUse: this.places - this.free, waiting: this.waiting.size };
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
    for (const waiter of this.waiting) waiter.refuse(error);
  }

  private wait(): Promise<void> {
    if (this.waiting.size >= this.mostWaiting) throw this.tooSlow();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const done = (settle: () => void) => {
      clearTimeout(late);
      this.waiting.delete(waiter);
      settle();
    };
    const waiter = {
      admit: () => done(resolve),
      refuse: (error: Unavailable) => done(() => reject(error)),
    };
    const late = setTimeout(() => waiter.refuse(this.tooSlow()), this.longestWaitMs);
    this.waiting.add(waiter);
    return promise;
  }

  private tooSlow(): Unavailable {
    const reason = 'The database is too slow for what is asked of it';
    if (this.refusals.pass()) {
      this.logger.error(`${reason}, and clients are told to wait: ${this.waiting.size} requests wait`);
    }
    return new Unavailable(reason);
  }

  private leave(): void {
    const [next] = this.waiting;
    if (next) next.admit();
    else this.free += 1;
  }
}
