import { ignoreUnavailable } from '@app/platform';

/** Limits the rate of attempts by key, such as an address, with GCRA (the generic cell rate algorithm). */
export abstract class RateLimiter {
  /**
   * Counts an attempt, even beyond the limit.
   * @param now epoch milliseconds
   * @returns milliseconds until the next attempt is allowed, or 0 if it is allowed now
   * @throws ServiceUnavailableError
   */
  abstract penalize(key: string, now: number): Promise<number>;

  /**
   * Counts an attempt if it is allowed. Concurrent attempts cannot exceed the limit.
   * @param now epoch milliseconds
   * @returns milliseconds to wait, or 0 if the attempt is allowed and counted
   * @throws ServiceUnavailableError
   */
  abstract consume(key: string, now: number): Promise<number>;

  /**
   * Checks the limit without counting an attempt.
   * @param now epoch milliseconds
   * @returns milliseconds until an attempt is allowed, or 0 if it is allowed now
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
   * Makes an attempt, and counts it only if it fails with an error that `isWrong` accepts. To achieve this, the attempt
   * is counted in advance, and refunded on any other outcome. Concurrent attempts therefore cannot exceed the limit.
   * @param now epoch milliseconds
   * @param make makes the attempt; called only if it is allowed
   * @param isWrong returns true for an error that means a wrong guess; other errors are not the caller's fault
   * @param refusal creates the error for a disallowed attempt, from the milliseconds to wait
   * @throws ServiceUnavailableError if the attempt cannot be counted; then the attempt is not made
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
      // If the refund fails, the outcome is still returned.
      if (!isRefused) await this.refund(key, now).catch(ignoreUnavailable);
    }
  }
}

interface Judge {
  readonly isWrong: (error: unknown) => boolean;
  readonly refusal: (waitMs: number) => Error;
}
