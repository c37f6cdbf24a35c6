import type { RateLimiter } from '@app/cluster';
import { ignoreUnavailable, type LimitMetrics, type LimitName, ServiceUnavailableError } from '@app/platform';
import { ClientHttpError } from '../errors/client-errors.js';
import { TemporaryBans } from './banned-keys.js';

/** Maximum number of guesses of a key that wait; further ones are refused. A guess waits even if its client is gone. */
export const MOST_WAITING = 2_000;

export interface GuessOptions {
  /** Called after a wrong guess; returns true if this guess counts. By default it counts. */
  readonly counts?: () => boolean;
  /** True for a guess that holds something others wait for: it comes first in the line of its key. */
  readonly isFirst?: boolean;
}

/** The guesses of one key in this process. At least one is active while others wait. */
interface Guesses {
  /** Number of guesses that have consumed an attempt or are trying to consume one. */
  active: number;
  /** Functions that each make a waiting guess active. The guess that has waited longest comes first. */
  readonly waiting: (() => void)[];
}

/**
 * Bans keys, such as addresses, temporarily after too many failures. Checking for a ban makes no remote call. Failures
 * that other processes have counted take effect in this process when it counts its next failure of the same key.
 */
export class FailureLimiter {
  private readonly bans = new TemporaryBans();
  private readonly inProgress = new Map<string, Guesses>();

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
   * Counts a failure. Await it before sending the response. An unavailable Redis is ignored: requests then fail anyway,
   * since their nonces cannot be claimed.
   */
  async count(key: string, now: number): Promise<void> {
    const wait = await this.counter?.penalize(key, now).catch(ignoreUnavailable);
    if (wait) this.bans.ban(key, now, wait);
  }

  /**
   * Makes a guess that takes some time. The guess is counted in advance, and refunded if it is right. Concurrent
   * guesses therefore cannot exceed the limit.
   * @param now epoch milliseconds
   * @returns true if the guess is right
   * @throws ClientHttpError 429 if the guess is not allowed
   * @throws ServiceUnavailableError if the guess cannot be counted, or if too many guesses of the key wait. The guess
   * is then not made.
   */
  async guess(
    key: string,
    now: number,
    isRight: () => Promise<boolean>,
    { counts = () => true, isFirst = false }: GuessOptions = {},
  ): Promise<boolean> {
    const { counter } = this;
    if (!counter) return isRight();
    const release = await this.claim(counter, key, now, isFirst);
    try {
      if (await this.make(counter, key, now, isRight, counts)) return true;
    } finally {
      release();
    }
    const wait = !this.inProgress.has(key) && (await counter.wait(key, now).catch(ignoreUnavailable));
    if (wait) this.bans.ban(key, now, wait);
    return false;
  }

  /**
   * Consumes an attempt for a guess. While the limit is used up, the guess waits for active guesses. If one of them is
   * right, its attempt is refunded.
   * @returns a function to call when the guess is over
   */
  private async claim(counter: RateLimiter, key: string, now: number, isFirst: boolean): Promise<() => void> {
    const guesses = this.inProgress.get(key) ?? { active: 0, waiting: [] };
    if (guesses.waiting.length >= MOST_WAITING) {
      this.metrics.count(this.name);
      throw new ServiceUnavailableError('Too many guesses wait');
    }
    // The guess counts as active before it consumes an attempt. If it takes the last attempt, other guesses must wait
    // for its outcome instead of being refused.
    this.inProgress.set(key, guesses);
    guesses.active += 1;
    let hasWaited = guesses.waiting.length > 0;
    try {
      if (hasWaited) await waitIn(guesses, isFirst ? 'unshift' : 'push');
      for (;;) {
        this.requireNotBanned(key, now);
        const wait = await counter.consume(key, now);
        if (wait === 0) {
          // More attempts may have become free, because time has passed or other processes have refunded some. The next
          // guess therefore tries, too.
          if (hasWaited && guesses.waiting.length > 0) {
            guesses.active += 1;
            guesses.waiting.shift()!();
          }
          return () => this.end(key, guesses);
        }
        if (guesses.active > 1) await waitIn(guesses, hasWaited || isFirst ? 'unshift' : 'push');
        else this.bans.ban(key, now, wait);
        hasWaited = true;
      }
    } catch (error) {
      this.end(key, guesses);
      throw error;
    }
  }

  /** Ends an active guess. One waiting guess takes its place. */
  private end(key: string, guesses: Guesses): void {
    const activate = guesses.waiting.shift();
    if (activate) return activate();
    guesses.active -= 1;
    if (guesses.active === 0) this.inProgress.delete(key);
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

/** Makes an active guess wait, as the last or the first in line, until it is active again. */
function waitIn(guesses: Guesses, add: 'push' | 'unshift'): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  guesses.active -= 1;
  guesses.waiting[add](resolve);
  return promise;
}
