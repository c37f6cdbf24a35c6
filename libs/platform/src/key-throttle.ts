/** Lets each key pass once per period. It stores only the keys of the last period, in order of arrival. */
export class KeyThrottle {
  private readonly lastPass = new Map<string, number>();

  /** @param maxKeys maximum number of stored keys; when it is reached, further keys always pass */
  constructor(
    private readonly periodMs: number,
    private readonly maxKeys = Infinity,
  ) {}

  /** True if the key has passed less than a period before or after `now` (epoch milliseconds). */
  hasPassed(key: string, now: number): boolean {
    const at = this.lastPass.get(key);
    return at !== undefined && Math.abs(now - at) < this.periodMs;
  }

  /**
   * Returns false if the key has passed within the last period. Otherwise returns true, and stores the key if fewer
   * than `maxKeys` keys are stored.
   * @param now epoch milliseconds
   */
  pass(key: string, now: number): boolean {
    for (const [old, at] of this.lastPass) {
      // Absolute difference: a clock that was set back must not block a key for longer than a period.
      if (Math.abs(now - at) < this.periodMs) break;
      this.lastPass.delete(old);
    }
    if (this.lastPass.has(key)) return false;
    if (this.lastPass.size < this.maxKeys) this.lastPass.set(key, now);
    return true;
  }
}
