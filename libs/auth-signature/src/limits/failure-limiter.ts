import type { RateLimiter } from '@app/cluster';
import { ignoreUnavailable, type LimitMetrics, type LimitName } from '@app/platform';
import { ClientHttpError } from '../errors/client-errors.js';
import { TemporaryBans } from './temporary-bans.js';

/**
 * Closes keys, such as addresses, that were refused too often. Looking whether a key is closed asks nobody: of what other
 * processes have counted this one learns with the next refusal that it counts itself.
 */
export class FailureLimiter {
  private readonly closed = new TemporaryBans();
  /** Guesses that are being made here, or ask for a place, by key. */
  private readonly underWay = new Map<string, Set<Promise<void>>>();

  /** @param counter undefined: the limit is off */
  constructor(
    private readonly name: LimitName,
    private readonly counter: RateLimiter | undefined,
    private readonly metrics: LimitMetrics,
  ) {}

  /** Whether any key may be closed: costs next to nothing. */
  isAnyClosed(now: number): boolean {
    return this.closed.isAnyClosed(now);
  }

  /**
   * @param now epoch milliseconds
   * @throws ClientHttpError 429 while the key is closed
   */
  requireOpen(key: string, now: number): void {
    const wait = this.closed.waitMs(key, now);
    if (wait === 0) return;
    this.metrics.count(this.name);
    throw new ClientHttpError(429, Math.ceil(wait / 1000));
  }

  /** Counts a refusal, before it is answered. A Redis that does not answer makes no difference: nonces need it too. */
  async count(key: string, now: number): Promise<void> {
    const wait = await this.counter?.penalize(key, now).catch(ignoreUnavailable);
    if (wait) this.closed.close(key, now + wait);
  }

  /**
   * Makes a guess that takes a while. It is counted before it is made, so that many at once learn no more than one after
   * another, and stays counted if it is wrong.
   * @param now epoch milliseconds
   * @param counts whether a wrong one does
   * @returns whether the guess was right
   * @throws ClientHttpError 429 if it may not be made
   * @throws Unavailable nobody is let through uncounted
   */
  async guess(
    key: string,
    now: number,
    isRight: () => Promise<boolean>,
    counts: () => boolean = () => true,
  ): Promise<boolean> {
    const { counter } = this;
    if (!counter) return isRight();
    const leave = await this.claim(counter, key, now);
    try {
      if (await this.make(counter, key, now, isRight, counts)) return true;
    } finally {
      leave();
    }
    const wait = !this.underWay.has(key) && (await counter.wait(key, now).catch(ignoreUnavailable));
    if (wait) this.closed.close(key, now + wait);
    return false;
  }

  /** @returns to be called when the guess was made */
  private async claim(counter: RateLimiter, key: string, now: number): Promise<() => void> {
    for (;;) {
      this.requireOpen(key, now);
      // Before it has a place: whoever finds none while it takes the last one has to wait for it.
      const leave = this.enter(key);
      const wait = await counter.consume(key, now).catch((error: unknown) => {
        leave();
        throw error;
      });
      if (wait === 0) return leave;
      leave();
      const others = this.underWay.get(key);
      // Those that turn out right give their places back: they are no reason to refuse anybody.
      if (others) await Promise.all(others);
      else this.closed.close(key, now + wait);
    }
  }

  private enter(key: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const all = this.underWay.get(key) ?? new Set();
    this.underWay.set(key, all.add(promise));
    return () => {
      all.delete(promise);
      if (all.size === 0) this.underWay.delete(key);
      resolve();
    };
  }

  private async make(
    counter: RateLimiter,
    key: string,
    now: number,
    isRight: () => Promise<boolean>,
    counts: () => boolean,
  ): Promise<boolean> {
    let isCounted = false;
    try {
      const right = await isRight();
      isCounted = !right && counts();
      return right;
    } finally {
      if (!isCounted) await counter.refund(key, now).catch(ignoreUnavailable);
    }
  }
}
