import { LRUCache } from 'lru-cache';

/** Maximum number of stored keys. Beyond this number the oldest ban is dropped. */
const MAX_KEYS = 50_000;

interface Ban {
  /** Epoch milliseconds. */
  from: number;
  readonly ms: number;
}

/** Keeps in this process's memory the keys, such as client addresses, that a rate limit has banned for some time. */
export class TemporaryBans {
  private readonly bans = new LRUCache<string, Ban>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 });
  private latest = 0;

  /** Reports cheaply whether any key may be banned. */
  isAnyBanned(now: number): boolean {
    return now < this.latest;
  }

  /** Bans a key for `ms` milliseconds. */
  ban(key: string, now: number, ms: number): void {
    this.latest = Math.max(this.latest, now + ms);
    this.bans.set(key, { from: now, ms });
  }

  /** Returns the milliseconds until a key's ban ends, or 0 if the key is not banned. */
  waitMs(key: string, now: number): number {
    const ban = this.bans.peek(key);
    if (!ban) return 0;
    // If the clock was set back, the ban starts again. Otherwise it would last until the clock has caught up.
    ban.from = Math.min(ban.from, now);
    const left = ban.from + ban.ms - now;
    if (left > 0) return left;
    this.bans.delete(key);
    return 0;
  }
}
