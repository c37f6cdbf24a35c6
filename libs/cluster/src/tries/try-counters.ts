import { Inject, Injectable } from '@nestjs/common';
import { SharedRedis } from '../shared-redis.js';
import { MemoryTryCounter } from './memory-try-counter.js';
import { RedisTryCounter } from './redis-try-counter.js';
import type { TryCounter } from './try-counter.js';
import type { TryLimit } from './try-limit.js';

/** Makes counters of tries, which all server processes share when there is a Redis. */
@Injectable()
export class TryCounters {
  constructor(@Inject(SharedRedis) private readonly redis: SharedRedis | undefined) {}

  /**
   * @param name the limit's own: letters and hyphens
   * @returns undefined when the limit is off, having no tries
   */
  create(name: string, limit: TryLimit): TryCounter | undefined {
    if (limit.tries === 0) return undefined;
    return this.redis ? new RedisTryCounter(this.redis, name, limit) : new MemoryTryCounter(limit);
  }
}
