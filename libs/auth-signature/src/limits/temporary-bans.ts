/** Maximum keys remembered; beyond it the oldest ban is forgotten. */
const MAX_KEYS = 50_000;

/** Keys banned by a limit, with the end of each ban in epoch milliseconds. */
export class TemporaryBans {
  private readonly until = new Map<string, number>();
  private latest = 0;

  /** Reports cheaply whether any key may be banned. */
  isAnyBanned(now: number): boolean {
    return now < this.latest;
  }

  ban(key: string, until: number): void {
    this.latest = Math.max(this.latest, until);
    this.until.delete(key);
    this.until.set(key, until);
    for (const oldest of this.until.keys()) {
      if (this.until.size <= MAX_KEYS) break;
      this.until.delete(oldest);
    }
  }

  /** Returns the milliseconds until a key's ban ends; 0 when it is not banned. */
  waitMs(key: string, now: number): number {
    const until = this.until.get(key);
    if (until === undefined) return 0;
    if (until > now) return until - now;
    this.until.delete(key);
    return 0;
  }
}
