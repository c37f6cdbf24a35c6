import { ignoreUnavailable } from '@app/platform';

/** Counts tries by key, such as an address, against one limit. */
export abstract class RateLimiter {
  /**
   * Counts a try, also beyond the limit.
   * @param now epoch milliseconds
   * @returns milliseconds until the next one may be made; 0: it may be made now
   * @throws Unavailable
   */
  abstract penalize(key: string, now: number): Promise<number>;

  /**
   * Counts a try if it may be made. Of many at once no more are counted than the limit allows.
   * @param now epoch milliseconds
   * @returns milliseconds to wait; 0: it is counted and may be made
   * @throws Unavailable
   */
  abstract consume(key: string, now: number): Promise<number>;

  /**
   * Counts nothing.
   * @param now epoch milliseconds
   * @returns milliseconds until a try may be made; 0: it may be made now
   * @throws Unavailable
   */
  abstract wait(key: string, now: number): Promise<number>;

  /**
   * Takes back a try that was counted.
   * @param now epoch milliseconds
   * @throws Unavailable
   */
  abstract refund(key: string, now: number): Promise<void>;

  /**
   * Makes a try, which stays counted only if it fails by an error that says so. It is counted before it is made, so that
   * many at once learn no more than one after another.
   * @param now epoch milliseconds
   * @param make is called if the try may be made
   * @param isWrong whether an error of `make` was the answer to a wrong try: anything else was not the caller's fault
   * @param refusal what to throw if it may not, by the milliseconds to wait
   * @throws Unavailable nobody is let through uncounted
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
      // What was decided stands, whether or not that can be noted.
      if (!isRefused) await this.refund(key, now).catch(ignoreUnavailable);
    }
  }
}

interface Judge {
  readonly isWrong: (error: unknown) => boolean;
  readonly refusal: (waitMs: number) => Error;
}
