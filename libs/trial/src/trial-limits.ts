import { Injectable } from '@nestjs/common';
import { type Caller, ClientHttpError } from '@app/auth-signature';
import { type RateLimiter, RateLimiters } from '@app/cluster';
import {
  addressKey,
  DAY_MS,
  ignoreUnavailable,
  isSharedAddress,
  LimitMetrics,
  SITE_ALLOWANCE,
  siteOf,
} from '@app/platform';

/**
 * Limits how many new trials an address may begin in a day, and how many the /48 network of an IPv6 address may begin.
 * All of these trials may begin at once. Further trials are then allowed one by one, evenly over a day. Only new trials
 * count. Running trials, cards and users are never affected, however many devices share an address.
 */
@Injectable()
export class TrialLimits {
  /**
   * Rate limiters; the key is the limit, since each application sets its own limit. Changing the limit starts a new
   * count.
   */
  private readonly limiters = new Map<number, RateLimiter>();

  constructor(
    private readonly counters: RateLimiters,
    private readonly metrics: LimitMetrics,
  ) {}

  /**
   * Logs a device in to a trial, and counts the trial if it is new.
   * @throws ClientHttpError 429 if the address has reached its limit
   */
  async begin<T extends { isNew: boolean }>(caller: Caller, begin: () => Promise<T>): Promise<T> {
    const { application, request, ip } = caller;
    const limit = application.trialsPerAddress;
    if (limit === 0 || isSharedAddress(request, ip)) return begin();
    const key = addressKey(ip);
    const site = siteOf(key);
    const ofAddress = () => this.count(caller, limit, key, begin);
    return site === undefined ? ofAddress() : this.count(caller, limit * SITE_ALLOWANCE, site, ofAddress);
  }

  private async count<T extends { isNew: boolean }>(
    { application, now }: Caller,
    limit: number,
    address: string,
    begin: () => Promise<T>,
  ): Promise<T> {
    const limiter = this.limiterOf(limit);
    const key = `${application.id}:${address}`;
    const wait = await limiter.consume(key, now);
    if (wait > 0) {
      this.metrics.count('new_trials');
      throw new ClientHttpError(429, Math.ceil(wait / 1000));
    }
    let isCounted = false;
    try {
      const begun = await begin();
      isCounted = begun.isNew;
      return begun;
    } finally {
      if (!isCounted) await limiter.refund(key, now).catch(ignoreUnavailable);
    }
  }

  private limiterOf(attempts: number): RateLimiter {
    let limiter = this.limiters.get(attempts);
    if (!limiter) {
      limiter = this.counters.create(`trials-${attempts}`, { attempts, periodMs: DAY_MS })!;
      this.limiters.set(attempts, limiter);
    }
    return limiter;
  }
}
