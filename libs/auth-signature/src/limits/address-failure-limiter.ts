import { siteOf } from '@app/platform';
import type { FailureLimiter } from './failure-limiter.js';

/**
 * Limits the failures of addresses and, against a separate limit, of the site that an IPv6 address belongs to: the
 * owner of a /48 has 65,536 networks that would each count as one address.
 */
export class AddressFailureLimiter {
  constructor(
    private readonly addresses: FailureLimiter,
    private readonly sites: FailureLimiter,
  ) {}

  isAnyBanned(now: number): boolean {
    return this.addresses.isAnyBanned(now) || this.sites.isAnyBanned(now);
  }

  /** @param key as returned by `addressKey`, here and in the other methods */
  requireNotBanned(key: string, now: number): void {
    this.addresses.requireNotBanned(key, now);
    const site = siteOf(key);
    if (site !== undefined) this.sites.requireNotBanned(site, now);
  }

  async count(key: string, now: number): Promise<void> {
    const site = siteOf(key);
    if (site !== undefined) await this.sites.count(site, now);
    await this.addresses.count(key, now);
  }

  async guess(
    key: string,
    now: number,
    isRight: () => Promise<boolean>,
    counts: () => boolean,
  ): Promise<boolean> {
    const site = siteOf(key);
    if (site === undefined) return this.addresses.guess(key, now, isRight, counts);
    // Both limiters ask whether a wrong guess counts, but `counts` may be called only once.
    let isCounted: boolean | undefined;
    const countsOnce = () => (isCounted ??= counts());
    return this.sites.guess(site, now, () => this.addresses.guess(key, now, isRight, countsOnce), countsOnce);
  }
}
