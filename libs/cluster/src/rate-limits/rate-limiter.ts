import { ignoreUnavailable } from '@app/platform';

/** Limits the rate of attempts by key, such as an address, with GCRA (the generic cell rate algorithm). */
export abstract class RateLimiter {
  /**
   * Counts an attempt, even beyond the limit.
   * @param now epoch milliseconds
   * @returns milliseconds until the next attempt is allowed; 0: now
   * @throws ServiceUnavailableError
   */
  abstract penalize(key: string, now: number): Promise<number>;

  /**
   * Counts an attempt if it is allowed. Of concurrent ones no more are counted than the limit allows.
   * @param now epoch milliseconds
   * @returns milliseconds to wait; 0: the attempt is allowed and counted
   * @throws ServiceUnavailableError
   */
  abstract consume(key: string, now: number): Promise<number>;

  /**
   * Checks the limit without counting an attempt.
   * @param now epoch milliseconds
   * @returns milliseconds until an attempt is allowed; 0: now
   * @throws ServiceUnavailableError
   */
  abstract wait(key: string, now: number): Promise<number>;

  /**
   * Refunds a counted attempt.
   * @param now epoch milliseconds
   * @throws ServiceUnavailableError
   */
  abstract refund(key: string, now: number): Promise<void>;

  /**
   * Makes an attempt, which stays counted only if it fails with an error that `isWrong` accepts. It is counted
   * beforehand, so that concurrent attempts learn no more than consecutive ones.
   * @param now epoch milliseconds
   * @param make makes the attempt; called only if it is allowed
   * @param isWrong true for errors that mean a wrong guess: anything else was not the caller's fault
   * @param refusal creates the error for a disallowed attempt, from the milliseconds to wait
   * @throws ServiceUnavailableError without making the attempt: none goes uncounted
   */
  async attempt<T>(
    key: string,
    now: number,
    make: () => Promise<T>,
    { isWrong, refusal }: Judge,
  ): Promise<T> {
    const wait = await this.consume(key, now);
    if (wait > 0) throw refusal(wait);
    let isRefused = false;
    try {
      return await make();
    } catch (error) {
      isRefused = isWrong(error);
      throw error;
    } finally {
      // The outcome stands, even if the refund fails.
      if (!isRefused) await this.refund(key, now).catch(ignoreUnavailable);
    }
  }
}

interface Judge {
  readonly isWrong: (error: unknown) => boolean;
  readonly refusal: (waitMs: number) => Error;
}
