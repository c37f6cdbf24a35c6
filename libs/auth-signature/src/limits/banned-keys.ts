import { LRUCache } from 'lru-cache';

/** Maximum number of stored keys. Beyond this number the oldest ban is dropped. */
const MAX_KEYS = 50_000;

/**
 * Keys, such as client addresses, that a rate limit has banned for some time. They are kept in this process's memory,
 * each with the end of its ban in epoch milliseconds.
 */
export class TemporaryBans {
  private readonly until = new LRUCache<string, number>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 });
  private latest = 0;

  /** Reports cheaply whether any key may be banned. */
  isAnyBanned(now: number): boolean {
    return now < this.latest;
  }

  ban(key: string, until: number): void {
    this.latest = Math.max(this.latest, until);
    this.until.set(key, until);
  }

  /** Returns the milliseconds until a key's ban ends, or 0 if the key is not banned. */
  waitMs(key: string, now: number): number {
    const until = this.until.peek(key);
    if (until === undefined) return 0;
    if (until > now) return until - now;
    this.until.delete(key);
    return 0;
  }
}
