import { Inject, Injectable } from '@nestjs/common';
import { isIPv6, SocketAddress } from 'node:net';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { SharedRedis } from '@app/cluster';
import { ignoreUnavailable } from '@app/platform';
import { tooMany } from '../api/admin-error.js';

const WRONG_TRIES = 10;
const WINDOW_SEC = 15 * 60;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/**
 * Slows guessing of passwords and codes: ten wrong tries from an address, or by a signed-in administrator, close it for
 * up to 15 minutes. It counts by address and not by account, so that nobody can lock an administrator out.
 */
@Injectable()
export class SignInLimiter {
  private readonly limiter: RateLimiterAbstract;

  constructor(@Inject(SharedRedis) private readonly redis: SharedRedis | undefined) {
    const limit = { points: WRONG_TRIES, duration: WINDOW_SEC };
    this.limiter = redis
      ? new RateLimiterRedis({ ...limit, storeClient: redis.client, keyPrefix: `${redis.prefix}sign-in` })
      : new RateLimiterMemory(limit);
  }

  /**
   * Runs a try; it counts unless it succeeds. It is counted before it runs, so that many at once learn no more than
   * one after another.
   * @throws AdminError 429
   * @throws Unavailable nobody is let through uncounted
   */
  async attempt<T>(from: string, work: () => Promise<T>): Promise<T> {
    const key = addressKey(from);
    try {
      await this.ask(() => this.limiter.consume(key));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw tooMany('Too many wrong tries', Math.ceil(refused.msBeforeNext / 1000));
    }
    const result = await work();
    // The work is done, whether or not that can be noted.
    await this.ask(() => this.limiter.reward(key)).catch(ignoreUnavailable);
    return result;
  }

  private async ask(count: () => Promise<RateLimiterRes>): Promise<void> {
    if (!this.redis) return void (await count());
    // A refusal is thrown too; of failures Redis is the reason.
    const refused = await this.redis.ask(() =>
      count().then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof RateLimiterRes) return error;
          throw error;
        },
      ),
    );
    // oxlint-disable-next-line typescript/only-throw-error -- as the limiter in memory does
    if (refused) throw refused;
  }
}

/** Whoever has one IPv6 address has its whole /64; an IPv4 address in IPv6's form is one host's. */
export function addressKey(from: string): string {
  if (!isIPv6(from)) return from;
  const { address } = new SocketAddress({ address: from, family: 'ipv6' });
  const ipv4 = MAPPED.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  const [head = [], tail] = address.split('::', 2).map((part) => (part === '' ? [] : part.split(':')));
  const zeros = tail === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array<string>(zeros).fill('0'), ...(tail ?? [])].slice(0, 4).join(':');
}
