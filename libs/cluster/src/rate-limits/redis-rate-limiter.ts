import { LRUCache } from 'lru-cache';
import type { Script, SharedRedis } from '../shared-redis.js';
import { RateLimiter } from './rate-limiter.js';
import { LONGEST_DEBT_MS, type RateLimit } from './rate-limit.js';

/**
 * Extra lifetime of a key. Without it, Redis would drop attempts too early if its clock were ahead of the processes'
 * clocks.
 */
const CLOCKS_DIFFER_MS = 10_000;

/** Maximum number of keys with pending refunds. */
const MAX_PENDING_REFUNDS = 1000;

/**
 * Implements `freeAtAfter` and `waitMs`. ARGV: now, attempts, period, longest debt, operation, extra lifetime of the
 * key, number of attempts to refund.
 */
const ATTEMPT = `
  local now, attempts, period = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  local place = period / attempts
  local latest = now + period + tonumber(ARGV[4])
  local known = math.min(math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now), latest)
  local closes = now + place * (attempts - 1)
  local wait = math.ceil(math.max(0, known - closes))
  if ARGV[5] == 'wait' then return wait end
  local change = place
  if ARGV[5] == 'claim' and wait > 0 then change = 0 end
  if ARGV[5] == 'takeBack' then change = -place * tonumber(ARGV[7]) end
  local free = math.min(math.max(known + change, now), latest)
  if free > now then
    redis.call('SET', KEYS[1], string.format('%.3f', free), 'PX', math.ceil(free - now + tonumber(ARGV[6])))
  else
    redis.call('DEL', KEYS[1])
  end
  if ARGV[5] == 'count' then return math.ceil(math.max(0, free - closes)) end
  return ARGV[5] == 'claim' and wait or 0`;

/** A rate limiter shared by several server processes. Its counts are lost when Redis is emptied. */
export class RedisRateLimiter extends RateLimiter {
  private readonly script: Script;
  /** Number of failed refunds by key, for attempts that Redis has counted or may have counted. */
  private readonly pendingRefunds = new LRUCache<string, number>({ max: MAX_PENDING_REFUNDS });

  /** @param name of the limit: letters, digits and hyphens */
  constructor(
    private readonly redis: SharedRedis,
    private readonly name: string,
    private readonly limit: RateLimit,
  ) {
    super();
    this.script = redis.script(`try-${name}`, ATTEMPT);
  }

  override penalize(key: string, now: number): Promise<number> {
    return this.run(key, now, 'count');
  }

  override async consume(key: string, now: number): Promise<number> {
    await this.makePendingRefunds(key, now);
    const wasThere = this.redis.isConnected;
    try {
      return await this.run(key, now, 'claim');
    } catch (error) {
      // Redis may have counted the attempt, but the caller does not make it.
      if (wasThere) this.addPendingRefunds(key, 1);
      throw error;
    }
  }

  override wait(key: string, now: number): Promise<number> {
    return this.run(key, now, 'wait');
  }

  override async refund(key: string, now: number, count = 1): Promise<void> {
    try {
      await this.run(key, now, 'takeBack', count);
    } catch (error) {
      this.addPendingRefunds(key, count);
      throw error;
    }
  }

  private addPendingRefunds(key: string, count: number): void {
    this.pendingRefunds.set(key, Math.min((this.pendingRefunds.get(key) ?? 0) + count, this.limit.attempts));
  }

  private async makePendingRefunds(key: string, now: number): Promise<void> {
    const count = this.pendingRefunds.get(key);
    if (count === undefined) return;
    // Deleted before the refund, so that no concurrent attempt makes the same refund.
    this.pendingRefunds.delete(key);
    await this.refund(key, now, count);
  }

  private async run(
    key: string,
    now: number,
    what: 'count' | 'claim' | 'wait' | 'takeBack',
    refunds = 0,
  ): Promise<number> {
    const { attempts, periodMs } = this.limit;
    const keys = [`${this.redis.prefix}try:${this.name}:${key}`];
    const more = [LONGEST_DEBT_MS, what, CLOCKS_DIFFER_MS, refunds];
    return Number(await this.script(keys, now, attempts, periodMs, ...more));
  }
}
