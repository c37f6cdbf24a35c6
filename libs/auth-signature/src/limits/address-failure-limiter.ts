import { siteOf } from '@app/platform';
import type { FailureLimiter } from './failure-limiter.js';

/**
 * A `FailureLimiter` of addresses that counts the refusals of an IPv6 address for its site as well, against a limit of its
 * own: whoever has a /48 has 65,536 networks that would each count as one address.
 */
export class AddressFailureLimiter {
  constructor(
    private readonly addresses: FailureLimiter,
    private readonly sites: FailureLimiter,
  ) {}

  isAnyClosed(now: number): boolean {
    return this.addresses.isAnyClosed(now) || this.sites.isAnyClosed(now);
  }

  /** @param key as `addressKey` gives it, as for the other methods */
  requireOpen(key: string, now: number): void {
    this.addresses.requireOpen(key, now);
    const site = siteOf(key);
    if (site !== undefined) this.sites.requireOpen(site, now);
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
    // Both ask whether a wrong guess counts, which may be said only once.
    let isCounted: boolean | undefined;
    const countsOnce = () => (isCounted ??= counts());
    return this.sites.guess(site, now, () => this.addresses.guess(key, now, isRight, countsOnce), countsOnce);
  }
}
