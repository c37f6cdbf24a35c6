import { siteOf } from '@app/platform';
import type { FailureLimiter, GuessOptions } from './failure-limiter.js';

/**
 * Limits the failures of addresses. The failures of an IPv6 /48 network are also counted, with a separate limit. The
 * owner of a /48 network has 65,536 /64 networks, each of which counts as one address.
 */
export class AddressFailureLimiter {
  constructor(
    private readonly addresses: FailureLimiter,
    private readonly sites: FailureLimiter,
  ) {}

  isAnyBanned(now: number): boolean {
    return this.addresses.isAnyBanned(now) || this.sites.isAnyBanned(now);
  }

  /** @param key a key from `addressKey`, as in the other methods */
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
    { counts, isFirst = false }: GuessOptions & Required<Pick<GuessOptions, 'counts'>>,
  ): Promise<boolean> {
    const site = siteOf(key);
    if (site === undefined) return this.addresses.guess(key, now, isRight, { counts, isFirst });
    // Both limiters need to know whether a wrong guess counts, but `counts` may be called only once.
    let isCounted: boolean | undefined;
    const options = { counts: () => (isCounted ??= counts()), isFirst };
    return this.sites.guess(site, now, () => this.addresses.guess(key, now, isRight, options), options);
  }
}
