import { Injectable } from '@nestjs/common';
import { type RateLimiter, RateLimiters } from '@app/cluster';
import { addressKey, AppConfig, LimitMetrics, SITE_ALLOWANCE, siteOf } from '@app/platform';
import { AdminError, refusal } from '../errors/admin-error.js';

const PERIOD_MS = 15 * 60_000;

/**
 * Slows guessing of passwords and codes: ten wrong tries in 15 minutes from an address, or by a signed-in administrator.
 * Passwords count by address and not by account, so that nobody can lock an administrator out. Codes count by account
 * as well: only who has said its password comes to them, and could else guess on from one address after another.
 */
@Injectable()
export class SignInLimiter {
  private readonly tries: RateLimiter | undefined;
  /** Of all addresses of an IPv6 site. */
  private readonly siteTries: RateLimiter | undefined;
  /** Apart from the others: neither can strangers push it out of memory, nor does it close anything to who is signed in. */
  private readonly codes: RateLimiter | undefined;

  constructor(
    { limits }: AppConfig,
    counters: RateLimiters,
    private readonly metrics: LimitMetrics,
  ) {
    const limit = { tries: limits.wrongSignIns, periodMs: PERIOD_MS };
    this.tries = counters.create('sign-ins', limit);
    this.siteTries = counters.create('sign-ins-of-sites', { ...limit, tries: limit.tries * SITE_ALLOWANCE });
    this.codes = counters.create('sign-in-codes', limit);
  }

  /**
   * Refuses who has no try left, without counting one.
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
   * Runs a try; it counts if it is refused. One that the server could not answer is no wrong one.
   * @param now epoch milliseconds
   * @throws AdminError 429
   * @throws Unavailable nobody is let through uncounted
   */
  async attempt<T>(from: string, now: number, work: () => Promise<T>): Promise<T> {
    const key = addressKey(from);
    const site = siteOf(key);
    const tryIt = () => this.run(this.tries, key, now, work);
    return site === undefined ? tryIt() : this.run(this.siteTries, site, now, tryIt);
  }

  /** As `attempt`, for the code of an administrator at sign-in, by who has said the right password. */
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

/** Whoever is answered 429 learnt nothing. */
function isWrong(error: unknown): boolean {
  return error instanceof AdminError && error.getStatus() < 500 && error.getStatus() !== 429;
}
