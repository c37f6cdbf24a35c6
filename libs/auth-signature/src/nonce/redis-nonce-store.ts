import { hash } from 'node:crypto';
import type { SharedRedis } from '@app/cluster';
import type { Clock, LimitMetrics } from '@app/platform';
import { ClientHttpError } from '../errors/client-errors.js';
import { NonceGenerations } from './nonce-generations.js';
import { NonceStore } from './nonce-store.js';

/**
 * Claims nonces. A nonce that is stored but has expired by this process's clock is free. KEYS: the nonces. ARGV: for
 * each nonce this process's time, the time until which the claim holds, both in epoch milliseconds, and the lifetime of
 * the nonce's key in milliseconds. Returns for each nonce 1 if it was claimed, otherwise 0.
 */
const CLAIM = `
  local claimed = {}
  for i, key in ipairs(KEYS) do
    local now, heldUntil, keepMs = unpack(ARGV, 3 * i - 2, 3 * i)
    if redis.call('SET', key, heldUntil, 'PX', keepMs, 'NX') then
      claimed[i] = 1
    elseif tonumber(redis.call('GET', key) or 0) > tonumber(now) then
      claimed[i] = 0
    else
      redis.call('SET', key, heldUntil, 'PX', keepMs)
      claimed[i] = 1
    end
  end
  return claimed`;

/**
 * Extra lifetime of a key. Without it, Redis would drop a nonce before it has expired for a process whose clock is
 * behind.
 */
const CLOCKS_DIFFER_MS = 10_000;

interface Claim {
  readonly key: string;
  readonly now: number;
  readonly heldUntil: number;
  readonly keepMs: number;
}

/**
 * Nonce store shared by several server processes. The value of a key is the nonce's expiry by the clock of the process
 * that claimed it; Redis drops the key a little later. Each process counts only the nonces that it has stored itself.
 */
export class RedisNonceStore extends NonceStore {
  private readonly claims: (claim: Claim) => Promise<number>;
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
    const script = redis.script('claimNonces', CLAIM);
    this.claims = redis.batch(
      (claims) =>
        script(
          claims.map(({ key }) => key),
          ...claims.flatMap(({ now, heldUntil, keepMs }) => [now, heldUntil, keepMs]),
        ) as Promise<number[]>,
    );
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
    if ((await this.claims({ key, now, heldUntil, keepMs })) !== 1) return false;
    // Checks again, since the claim may have waited until a new Redis primary carried it out.
    this.requireComplete(usableSince);
    this.generations.take(applicationId, now, keepMs);
    return true;
  }

  /**
   * Refuses a nonce that may have been claimed at a Redis primary whose latest writes are lost. The client then signs a
   * new request.
   */
  private requireComplete(usableSince: number): void {
    const lackingMs = this.redis.completeSince - usableSince;
    if (lackingMs > 0) throw new ClientHttpError(503, Math.ceil(lackingMs / 1000));
  }
}
