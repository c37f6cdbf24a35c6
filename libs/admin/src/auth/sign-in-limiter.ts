import { Injectable } from '@nestjs/common';
import { type RateLimiter, RateLimiters } from '@app/cluster';
import { addressKey, AppConfig, LimitMetrics, SITE_ALLOWANCE, siteOf } from '@app/platform';
import { AdminError, refusal } from '../errors/admin-error.js';

const PERIOD_MS = 15 * 60_000;

/**
 * Limits guessing of passwords and codes: ten failures in 15 minutes by address, or by signed-in administrator.
 * Passwords count by address and not by account, so that nobody can lock an administrator out. Codes also count by
 * account: only a client that knows the password gets that far, and it could otherwise keep guessing from many
 * addresses.
 */
@Injectable()
export class SignInLimiter {
  private readonly tries: RateLimiter | undefined;
  /** Counts failures of all addresses of an IPv6 site. */
  private readonly siteTries: RateLimiter | undefined;
  /** Separate: strangers cannot push its entries out of memory, and it blocks nothing for signed-in administrators. */
  private readonly codes: RateLimiter | undefined;

  constructor(
    { limits }: AppConfig,
    counters: RateLimiters,
    private readonly metrics: LimitMetrics,
  ) {
    const limit = { attempts: limits.wrongSignIns, periodMs: PERIOD_MS };
    this.tries = counters.create('sign-ins', limit);
    this.siteTries = counters.create('sign-ins-of-sites', {
      ...limit,
      attempts: limit.attempts * SITE_ALLOWANCE,
    });
    this.codes = counters.create('sign-in-codes', limit);
  }

  /**
   * Refuses a client whose limit is reached, without counting an attempt.
   * @param now epoch milliseconds
   * @throws AdminError 429
   */
  async requireOpen(from: string, now: number): Promise<void> {
    const key = addressKey(from);
    const site = siteOf(key);
    const waitMs =
      (await this.tries?.wait(key, now)) || (site && (await this.siteTries?.wait(site, now))) || 0;
    if (waitMs > 0) throw this.refusal(waitMs);
  }

  /**
   * Runs an attempt, which counts when it is refused. One that fails because of the server does not count.
   * @param now epoch milliseconds
   * @throws AdminError 429
   * @throws ServiceUnavailableError nobody passes uncounted
   */
  async attempt<T>(from: string, now: number, work: () => Promise<T>): Promise<T> {
    const key = addressKey(from);
    const site = siteOf(key);
    const tryIt = () => this.run(this.tries, key, now, work);
    return site === undefined ? tryIt() : this.run(this.siteTries, site, now, tryIt);
  }

  /** Like `attempt`, for the code of an administrator at sign-in, after the right password. */
  async attemptCode<T>(adminId: number, now: number, work: () => Promise<T>): Promise<T> {
    return this.run(this.codes, String(adminId), now, work);
  }

  private async run<T>(
    counter: RateLimiter | undefined,
    key: string,
    now: number,
    work: () => Promise<T>,
  ): Promise<T> {
    if (!counter) return work();
    return counter.attempt(key, now, work, { isWrong, refusal: (waitMs) => this.refusal(waitMs) });
  }

  private refusal(waitMs: number): AdminError {
    this.metrics.count('wrong_sign_ins');
    return refusal('too_many_tries', { seconds: Math.ceil(waitMs / 1000) });
  }
}

/** True when a failure counts. An answer of 429 reveals nothing, so it does not. */
function isWrong(error: unknown): boolean {
  return error instanceof AdminError && error.getStatus() < 500 && error.getStatus() !== 429;
}
