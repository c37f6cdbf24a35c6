interface Entry<V> {
  readonly answer: Promise<V>;
  /** When it was found, in epoch milliseconds; undefined while it is being found. */
  foundAt?: number;
}

/** Keeps answers to costly questions for a while. Those who ask while one is being found share it. */
export class TtlCache<K, V> {
  private readonly entries = new Map<K, Entry<V>>();

  /** @param keepMs milliseconds that an answer is kept */
  constructor(private readonly keepMs: number) {}

  /**
   * @param now epoch milliseconds
   * @param find is called when there is no answer, or none that is young enough; a failure is not kept
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
    // Either way: a clock that was set back must not keep an answer for longer.
    return foundAt === undefined || Math.abs(now - foundAt) < this.keepMs;
  }
}
