import { LRUCache } from 'lru-cache';
import { freeAtAfter, type RateLimit, waitMs } from './rate-limit.js';
import { RateLimiter } from './rate-limiter.js';

/** Maximum number of stored keys, about 100 bytes each. Beyond it the least recently used keys are dropped. */
export const MAX_KEYS = 50_000;

/** A rate limiter within one process. */
export class MemoryRateLimiter extends RateLimiter {
  private readonly freeAt: LRUCache<string, number>;

  constructor(
    private readonly limit: RateLimit,
    maxKeys = MAX_KEYS,
  ) {
    super();
    // `maxSize` allocates nothing in advance; `max` does.
    this.freeAt = new LRUCache({ maxSize: maxKeys, sizeCalculation: () => 1 });
  }

  override async penalize(key: string, now: number): Promise<number> {
    return waitMs(this.change(key, now, 1), now, this.limit);
  }

  override async consume(key: string, now: number): Promise<number> {
    const wait = this.waitOf(key, now);
    // Also called if the attempt is refused: after the clock was set back, the stored time is too late, and this call
    // replaces it with the end of the longest wait. Otherwise the longest wait would begin again at each attempt.
    this.change(key, now, wait === 0 ? 1 : 0);
    return wait;
  }

  override async wait(key: string, now: number): Promise<number> {
    return this.waitOf(key, now);
  }

  override async refund(key: string, now: number): Promise<void> {
    this.change(key, now, -1);
  }

  get size(): number {
    return this.freeAt.size;
  }

  private waitOf(key: string, now: number): number {
    return waitMs(this.freeAt.peek(key) ?? 0, now, this.limit);
  }

  private change(key: string, now: number, change: 1 | -1 | 0): number {
    const freeAt = freeAtAfter(this.freeAt.peek(key) ?? 0, now, change, this.limit);
    if (freeAt > now) this.freeAt.set(key, freeAt);
    else this.freeAt.delete(key);
    return freeAt;
  }
}
