import type { Party } from './turn-queue.js';
import { type SemaphoreLimits, Semaphore } from './semaphore.js';

/** One semaphore per key, kept while in use: callers with the same key wait for each other and for nobody else. */
export class KeyedSemaphore {
  private readonly lines = new Map<string, Semaphore>();

  /**
   * @param places permits per key
   * @param limits of each key's semaphore
   */
  constructor(
    private readonly places: number,
    private readonly limits: SemaphoreLimits = {},
  ) {}

  /** Number of waiters across all keys. */
  get waiting(): number {
    let sum = 0;
    for (const { waiting } of this.lines.values()) sum += waiting;
    return sum;
  }

  /**
   * Runs work with a permit for the key.
   * @throws ServiceUnavailableError
   */
  async run<T>(key: string, work: () => Promise<T>, party?: Party): Promise<T> {
    const line = this.lines.get(key) ?? new Semaphore(this.places, this.limits);
    this.lines.set(key, line);
    try {
      return await line.run(work, party);
    } finally {
      if (line.inUse === 0) this.lines.delete(key);
    }
  }
}
