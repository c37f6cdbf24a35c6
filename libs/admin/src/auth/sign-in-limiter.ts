import { Injectable } from '@nestjs/common';
import { type TryCounter, TryCounters } from '@app/cluster';
import { addressKey, AppConfig, ignoreUnavailable, LimitFigures } from '@app/platform';
import { tooMany } from '../api/admin-error.js';

const PERIOD_MS = 15 * 60_000;

/**
 * Slows guessing of passwords and codes: ten wrong tries in 15 minutes from an address, or by a signed-in administrator. It
 * counts by address and not by account, so that nobody can lock an administrator out.
 */
@Injectable()
export class SignInLimiter {
  private readonly counter: TryCounter | undefined;

  constructor(
    { limits }: AppConfig,
    counters: TryCounters,
    private readonly figures: LimitFigures,
  ) {
    this.counter = counters.create('sign-ins', { tries: limits.wrongSignIns, periodMs: PERIOD_MS });
  }

  /**
   * Refuses who has no try left, without counting one.
   * @param now epoch milliseconds
   * @throws AdminError 429
   */
  async requireOpen(from: string, now: number): Promise<void> {
    this.refuse((await this.counter?.wait(addressKey(from), now)) ?? 0);
  }

  /**
   * Runs a try; it counts unless it succeeds. It is counted before it runs, so that many at once learn no more than
   * one after another.
   * @param now epoch milliseconds
   * @throws AdminError 429
   * @throws Unavailable nobody is let through uncounted
   */
  async attempt<T>(from: string, now: number, work: () => Promise<T>): Promise<T> {
    const key = addressKey(from);
    this.refuse((await this.counter?.claim(key, now)) ?? 0);
    const result = await work();
    // The work is done, whether or not that can be noted.
    await this.counter?.takeBack(key, now).catch(ignoreUnavailable);
    return result;
  }

  private refuse(wait: number): void {
    if (wait === 0) return;
    this.figures.count('wrong_sign_ins');
    throw tooMany('Too many wrong tries', Math.ceil(wait / 1000));
  }
}
