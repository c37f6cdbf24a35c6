/** More are not remembered; who was closed longest ago is forgotten. */
const MAX_KEYS = 50_000;

/** Which keys a limit has closed, and until when, in epoch milliseconds. */
export class TemporaryBans {
  private readonly until = new Map<string, number>();
  private latest = 0;

  /** Whether any may be closed: costs next to nothing. */
  isAnyClosed(now: number): boolean {
    return now < this.latest;
  }

  close(key: string, until: number): void {
    this.latest = Math.max(this.latest, until);
    this.until.delete(key);
    this.until.set(key, until);
    for (const oldest of this.until.keys()) {
      if (this.until.size <= MAX_KEYS) break;
      this.until.delete(oldest);
    }
  }

  /** Milliseconds until the key is open; 0: it is. */
  waitMs(key: string, now: number): number {
    const until = this.until.get(key);
    if (until === undefined) return 0;
    if (until > now) return until - now;
    this.until.delete(key);
    return 0;
  }
}
