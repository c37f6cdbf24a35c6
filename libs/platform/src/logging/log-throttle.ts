/** Lets one call per period pass. Use a throttle for log lines that many requests would otherwise repeat. */
export class LogThrottle {
  private quietUntil = 0;

  constructor(private readonly periodMs = 10_000) {}

  pass(): boolean {
    const now = performance.now();
    if (now < this.quietUntil) return false;
    this.quietUntil = now + this.periodMs;
    return true;
  }
}
