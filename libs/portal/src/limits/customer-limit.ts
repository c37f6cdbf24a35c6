import { Injectable } from '@nestjs/common';
import { type RateLimiter, RateLimiters } from '@app/cluster';
import { addressKey, LimitMetrics, MINUTE_MS } from '@app/platform';
import type { PortalCall, SignedIn } from '../portal-call.js';
import { PortalError } from '../portal-error.js';

const LIMIT = { attempts: 120, periodMs: 15 * MINUTE_MS };

/**
 * Limits the work and the records that one customer can cause, including repeated sign-ins. Requests are counted by
 * customer and address, so that another person with the card cannot lock out its owner.
 */
@Injectable()
export class CustomerLimit {
  private readonly limiter: RateLimiter | undefined;

  constructor(
    limiters: RateLimiters,
    private readonly metrics: LimitMetrics,
  ) {
    this.limiter = limiters.create('portal-requests', LIMIT);
  }

  /** @throws PortalError 429 */
  async count({ ip, now }: PortalCall, { kind, holder }: Pick<SignedIn, 'kind' | 'holder'>): Promise<void> {
    const key = `${kind.name} ${holder.id} ${addressKey(ip)}`;
    const waitMs = (await this.limiter?.consume(key, now)) ?? 0;
    if (waitMs === 0) return;
    this.metrics.count('portal_requests');
    throw new PortalError('too_many_requests', { seconds: Math.ceil(waitMs / 1000) });
  }
}
