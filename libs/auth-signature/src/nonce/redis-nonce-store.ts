import { hash } from 'node:crypto';
import type { Script, SharedRedis } from '@app/cluster';
import type { Clock, LimitMetrics } from '@app/platform';
import { ClientHttpError } from '../errors/client-errors.js';
import { NonceGenerations } from './nonce-generations.js';
import { NonceStore } from './nonce-store.js';

/** Claims a nonce that exists but has expired by the caller's clock. */
const CLAIM_AGAIN = `
  if tonumber(redis.call('GET', KEYS[1]) or 0) > tonumber(ARGV[1]) then return 0 end
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
  return 1`;

/**
 * Extra lifetime of a key. Without it, Redis would drop a nonce too early if its clock were ahead of the processes'
 * clocks.
 */
const CLOCKS_DIFFER_MS = 10_000;

/**
 * Nonce store shared by several server processes. The value of a key is the nonce's expiry by the clock of the process
 * that claimed it; Redis drops the key a little later. Each process counts only the nonces that it has stored itself.
 */
export class RedisNonceStore extends NonceStore {
  private readonly claimAgain: Script;
  private readonly generations: NonceGenerations<undefined>;

  /** @param limit maximum number of nonces that this process stores; 0 means no limit */
  constructor(
    private readonly redis: SharedRedis,
    clock: Pick<Clock, 'steady'>,
    limit: number,
    metrics: LimitMetrics,
  ) {
    super();
    this.generations = new NonceGenerations(clock, limit, metrics, () => undefined);
    this.claimAgain = redis.script('claimNonceAgain', CLAIM_AGAIN);
  }

  override async claim(
    applicationId: number,
    nonce: string,
    now: number,
    holdMs: number,
    usableSince: number,
  ): Promise<boolean> {
    this.requireComplete(usableSince);
    this.generations.requireRoom(applicationId, now);
    // Stores 96 bits of a hash, since nonces of 36 characters would let a client fill Redis three times as fast.
    const digest = hash('sha256', nonce, 'base64url').slice(0, 16);
    const key = `${this.redis.prefix}n:${applicationId}:${digest}`;
    const heldUntil = now + holdMs;
    const keepMs = holdMs + CLOCKS_DIFFER_MS;
    const taken = await this.redis.ask((client) => client.set(key, heldUntil, 'PX', keepMs, 'NX'));
    if (taken !== 'OK' && (await this.claimAgain([key], now, heldUntil, keepMs)) !== 1) return false;
    this.generations.take(applicationId, now, keepMs);
    return true;
  }

  /**
   * Refuses a nonce that may have been claimed at a primary whose latest writes are lost. The client then signs a new
   * request.
   */
  private requireComplete(usableSince: number): void {
    const lackingMs = this.redis.completeSince - usableSince;
    if (lackingMs > 0) throw new ClientHttpError(503, Math.ceil(lackingMs / 1000));
  }
}
