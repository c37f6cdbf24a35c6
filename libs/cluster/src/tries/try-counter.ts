/** Counts tries by key, such as an address, against one limit. */
export abstract class TryCounter {
  /**
   * Counts a try, also beyond the limit.
   * @param now epoch milliseconds
   * @returns milliseconds until the next one may be made; 0: it may be made now
   * @throws Unavailable
   */
  abstract count(key: string, now: number): Promise<number>;

  /**
   * Counts a try if it may be made. Of many at once no more are counted than the limit allows.
   * @param now epoch milliseconds
   * @returns milliseconds to wait; 0: it is counted and may be made
   * @throws Unavailable
   */
  abstract claim(key: string, now: number): Promise<number>;

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
  abstract takeBack(key: string, now: number): Promise<void>;
}
