/** Lets each key through once in a period. It remembers only keys of the last period, in the order they came. */
export class KeyThrottle {
  private readonly lastPass = new Map<string, number>();

  /**
   * @param periodMs milliseconds
   * @param maxKeys keys remembered at a time; beyond it keys pass
   */
  constructor(
    private readonly periodMs: number,
    private readonly maxKeys = Infinity,
  ) {}

  /** Whether the key has passed within a period of `now` (epoch milliseconds), as far as it is remembered. */
  hasPassed(key: string, now: number): boolean {
    const at = this.lastPass.get(key);
    return at !== undefined && Math.abs(now - at) < this.periodMs;
  }

  /** Whether the key may pass at `now` (epoch milliseconds); it has passed then. */
  pass(key: string, now: number): boolean {
    for (const [old, at] of this.lastPass) {
      // Either way: a clock that was set back must not silence a key for longer than a period.
      if (Math.abs(now - at) < this.periodMs) break;
      this.lastPass.delete(old);
    }
    if (this.lastPass.has(key)) return false;
    if (this.lastPass.size < this.maxKeys) this.lastPass.set(key, now);
    return true;
  }
}
