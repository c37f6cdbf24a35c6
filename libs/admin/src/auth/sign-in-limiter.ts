import { Injectable } from '@nestjs/common';
import { type TryCounter, TryCounters } from '@app/cluster';
import { addressKey, AppConfig, LimitFigures } from '@app/platform';
import { AdminError, tooMany } from '../api/admin-error.js';

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
    const waitMs = (await this.counter?.wait(addressKey(from), now)) ?? 0;
    if (waitMs > 0) throw this.refusal(waitMs);
  }

  /**
   * Runs a try; it counts if it is refused. One that the server could not answer is no wrong one.
   * @param now epoch milliseconds
   * @throws AdminError 429
   * @throws Unavailable nobody is let through uncounted
   */
  async attempt<T>(from: string, now: number, work: () => Promise<T>): Promise<T> {
    if (!this.counter) return work();
    return this.counter.attempt(addressKey(from), now, work, {
      isWrong: (error) => error instanceof AdminError && error.getStatus() < 500,
      refusal: (waitMs) => this.refusal(waitMs),
    });
  }

  private refusal(waitMs: number): AdminError {
    this.figures.count('wrong_sign_ins');
    return tooMany('Too many wrong tries', Math.ceil(waitMs / 1000));
  }
}
