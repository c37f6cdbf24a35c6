import type { RateLimiter } from '@app/cluster';
import { ignoreUnavailable, type LimitMetrics, type LimitName } from '@app/platform';
import { ClientHttpError } from '../errors/client-errors.js';
import { TemporaryBans } from './banned-keys.js';

/**
 * Bans keys, such as addresses, temporarily after too many failures. Checking for a ban makes no remote call. Failures
 * that other processes have counted take effect in this process when it counts its next failure of the same key.
 */
export class FailureLimiter {
  private readonly bans = new TemporaryBans();
  /** Guesses in progress in this process, or waiting for a permit, by key. */
  private readonly inProgress = new Map<string, Set<Promise<void>>>();

  /** @param counter `undefined` if the limit is off */
  constructor(
    private readonly name: LimitName,
    private readonly counter: RateLimiter | undefined,
    private readonly metrics: LimitMetrics,
  ) {}

  /** Reports cheaply whether any key may be banned. */
  isAnyBanned(now: number): boolean {
    return this.bans.isAnyBanned(now);
  }

  /**
   * Refuses a banned key.
   * @param now epoch milliseconds
   * @throws ClientHttpError 429 while the key is banned
   */
  requireNotBanned(key: string, now: number): void {
    const wait = this.bans.waitMs(key, now);
    if (wait === 0) return;
    this.metrics.count(this.name);
    throw new ClientHttpError(429, Math.ceil(wait / 1000));
  }

  /**
   * Counts a failure before the response. An unavailable Redis is ignored, since requests then fail anyway (they need a
   * nonce).
   */
  async count(key: string, now: number): Promise<void> {
    const wait = await this.counter?.penalize(key, now).catch(ignoreUnavailable);
    if (wait) this.bans.ban(key, now + wait);
  }

  /**
   * Makes a guess that takes some time. The guess is counted in advance, and refunded if it is right. Concurrent
   * guesses can therefore test no more than consecutive guesses.
   * @param now epoch milliseconds
   * @param counts returns true if a wrong guess counts
   * @returns true if the guess is right
   * @throws ClientHttpError 429 if the guess is not allowed
   * @throws ServiceUnavailableError if the guess cannot be counted; the guess is then not made
   */
  async guess(
    key: string,
    now: number,
    isRight: () => Promise<boolean>,
    counts: () => boolean = () => true,
  ): Promise<boolean> {
    const { counter } = this;
    if (!counter) return isRight();
    const release = await this.claim(counter, key, now);
    try {
      if (await this.make(counter, key, now, isRight, counts)) return true;
    } finally {
      release();
    }
    const wait = !this.inProgress.has(key) && (await counter.wait(key, now).catch(ignoreUnavailable));
    if (wait) this.bans.ban(key, now + wait);
    return false;
  }

  /**
   * Consumes an attempt for a guess, waiting for concurrent guesses while the limit is used up.
   * @returns a function to call when the guess is over
   */
  private async claim(counter: RateLimiter, key: string, now: number): Promise<() => void> {
    for (;;) {
      this.requireNotBanned(key, now);
      // Registered before the attempt is consumed: if this guess takes the last attempt, another guess must not be
      // refused but wait for the outcome of this one.
      const release = this.enter(key);
      const wait = await counter.consume(key, now).catch((error: unknown) => {
        release();
        throw error;
      });
      if (wait === 0) return release;
      release();
      const others = this.inProgress.get(key);
      // Guesses in progress may be right and be refunded, so this guess waits for their outcome and then tries again.
      if (others) await Promise.all(others);
      else this.bans.ban(key, now + wait);
    }
  }

  private enter(key: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const all = this.inProgress.get(key) ?? new Set();
    this.inProgress.set(key, all.add(promise));
    return () => {
      all.delete(promise);
      if (all.size === 0) this.inProgress.delete(key);
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
