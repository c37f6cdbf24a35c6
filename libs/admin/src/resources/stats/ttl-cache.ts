interface Entry<V> {
  readonly answer: Promise<V>;
  /** Time of the result, in epoch milliseconds; undefined while it is being loaded. */
  foundAt?: number;
}

/** Caches results of costly loads. Concurrent callers share one load. */
export class TtlCache<K, V> {
  private readonly entries = new Map<K, Entry<V>>();

  /** @param keepMs time to live in milliseconds */
  constructor(private readonly keepMs: number) {}

  /**
   * @param now epoch milliseconds
   * @param find loads the value if no fresh value is cached; a failure is not cached
   */
  get(key: K, now: number, find: () => Promise<V>): Promise<V> {
    const kept = this.entries.get(key);
    if (kept && this.isFresh(kept, now)) return kept.answer;
    const entry: Entry<V> = { answer: find() };
    this.entries.set(key, entry);
    entry.answer.then(
      () => (entry.foundAt = now),
      () => this.entries.delete(key),
    );
    return entry.answer;
  }

  private isFresh({ foundAt }: Entry<V>, now: number): boolean {
    // The absolute difference counts, since a clock that was set back must not extend the lifetime.
    return foundAt === undefined || Math.abs(now - foundAt) < this.keepMs;
  }
}
