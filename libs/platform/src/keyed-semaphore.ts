import type { Party } from './turn-queue.js';
import { type SemaphoreLimits, Semaphore } from './semaphore.js';

/** One semaphore per key, kept while in use. Callers wait only for callers with the same key. */
export class KeyedSemaphore {
  private readonly semaphores = new Map<string, Semaphore>();

  /**
   * @param permits permits per key
   * @param limits of each key's semaphore
   */
  constructor(
    private readonly permits: number,
    private readonly limits: SemaphoreLimits = {},
  ) {}

  /** Number of waiters across all keys. */
  get waiting(): number {
    let sum = 0;
    for (const { waiting } of this.semaphores.values()) sum += waiting;
    return sum;
  }

  /**
   * Runs work with a permit for the key.
   * @throws ServiceUnavailableError
   */
  async run<T>(key: string, work: () => Promise<T>, party?: Party): Promise<T> {
    const semaphore = this.semaphores.get(key) ?? new Semaphore(this.permits, this.limits);
    this.semaphores.set(key, semaphore);
    try {
      return await semaphore.run(work, party);
    } finally {
      if (semaphore.inUse === 0) this.semaphores.delete(key);
    }
  }
}
