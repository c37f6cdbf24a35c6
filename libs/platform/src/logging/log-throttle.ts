/** Lets one in a period through: for a line of the log that each of many requests would write. */
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
