import { Injectable } from '@nestjs/common';
import { type RateLimiter, RateLimiters } from '@app/cluster';
import { addressKey, AppConfig, LimitMetrics, SITE_ALLOWANCE, siteOf } from '@app/platform';
import { AdminError, refusal } from '../errors/admin-error.js';

const PERIOD_MS = 15 * 60_000;

/**
 * Limits guesses of passwords and codes to ten failures (by default) in 15 minutes, per address or per signed-in
 * administrator. Wrong passwords are counted by address rather than by account, so that strangers cannot lock out an
 * administrator. Wrong codes are also counted by account, since a client that knows the password could guess codes from
 * many addresses.
 */
@Injectable()
export class SignInLimiter {
  private readonly byAddress: RateLimiter | undefined;
  /** Counts failures per IPv6 /48 network, from all of its addresses together. */
  private readonly bySite: RateLimiter | undefined;
  /**
   * Counts wrong codes at sign-in, per administrator. `byAddress` is not suitable: strangers could displace its
   * entries. Also, if `byAddress` counted these codes, they could use up the limit for the administrator's open
   * sessions, in which the administrator could then not confirm a password.
   */
  private readonly codes: RateLimiter | undefined;

  constructor(
    { limits }: AppConfig,
    counters: RateLimiters,
    private readonly metrics: LimitMetrics,
  ) {
    const limit = { attempts: limits.wrongSignIns, periodMs: PERIOD_MS };
    this.byAddress = counters.create('sign-ins', limit);
    this.bySite = counters.create('sign-ins-of-sites', {
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
      (await this.byAddress?.wait(key, now)) || (site && (await this.bySite?.wait(site, now))) || 0;
    if (waitMs > 0) throw this.refusal(waitMs);
  }

  /**
   * Runs an attempt and counts it if it is refused. An attempt that fails because of the server is not counted.
   * @param now epoch milliseconds
   * @throws AdminError 429
   * @throws ServiceUnavailableError if the attempt cannot be counted
   */
  async attempt<T>(from: string, now: number, work: () => Promise<T>): Promise<T> {
    const key = addressKey(from);
    const site = siteOf(key);
    const attempt = () => this.run(this.byAddress, key, now, work);
    return site === undefined ? attempt() : this.run(this.bySite, site, now, attempt);
  }

  /** Does the same as `attempt` for the code that an administrator enters at sign-in after the correct password. */
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

/**
 * True if an error counts as a wrong guess. A 429 does not count, since it does not show whether the guess was right.
 */
function isWrong(error: unknown): boolean {
  return error instanceof AdminError && error.getStatus() < 500 && error.getStatus() !== 429;
}
