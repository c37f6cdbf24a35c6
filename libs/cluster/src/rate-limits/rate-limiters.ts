import { Inject, Injectable } from '@nestjs/common';
import { SharedRedis } from '../shared-redis.js';
import { MemoryRateLimiter } from './memory-rate-limiter.js';
import { RedisRateLimiter } from './redis-rate-limiter.js';
import type { RateLimiter } from './rate-limiter.js';
import type { RateLimit } from './rate-limit.js';

/** Creates rate limiters. With Redis, all server processes share them. */
@Injectable()
export class RateLimiters {
  constructor(@Inject(SharedRedis) private readonly redis: SharedRedis | undefined) {}

  /**
   * Creates a rate limiter.
   * @param name unique name of the limit: letters, digits and hyphens
   * @returns `undefined` if the limit is turned off (0 attempts)
   */
  create(name: string, limit: RateLimit): RateLimiter | undefined {
    if (limit.attempts === 0) return undefined;
    return this.redis ? new RedisRateLimiter(this.redis, name, limit) : new MemoryRateLimiter(limit);
  }
}
