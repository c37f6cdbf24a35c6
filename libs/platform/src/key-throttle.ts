/** Lets each key through once per period. It remembers only keys of the last period, in order of arrival. */
export class KeyThrottle {
  private readonly lastPass = new Map<string, number>();

  /**
   * @param periodMs milliseconds
   * @param maxKeys keys remembered at a time; when full, further keys pass
   */
  constructor(
    private readonly periodMs: number,
    private readonly maxKeys = Infinity,
  ) {}

  /** True when the key is remembered to have passed within a period of `now` (epoch milliseconds). */
  hasPassed(key: string, now: number): boolean {
    const at = this.lastPass.get(key);
    return at !== undefined && Math.abs(now - at) < this.periodMs;
  }

  /**
   * Lets the key through at `now` (epoch milliseconds) and remembers it; false when it has passed within the period.
   */
  pass(key: string, now: number): boolean {
    for (const [old, at] of this.lastPass) {
      // In both directions: a clock that was set back must not silence a key for longer than a period.
      if (Math.abs(now - at) < this.periodMs) break;
      this.lastPass.delete(old);
    }
    if (this.lastPass.has(key)) return false;
    if (this.lastPass.size < this.maxKeys) this.lastPass.set(key, now);
    return true;
  }
}
