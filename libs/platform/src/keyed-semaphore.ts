import type { Party } from './turn-queue.js';
import { type SemaphoreLimits, Semaphore } from './semaphore.js';

/** A line for each key while somebody is in it: those who want the same thing wait for each other and for nobody else. */
export class KeyedSemaphore {
  private readonly lines = new Map<string, Semaphore>();

  /**
   * @param places how many may have the turn of one key at a time
   * @param limits of each line
   */
  constructor(
    private readonly places: number,
    private readonly limits: SemaphoreLimits = {},
  ) {}

  /** Those who wait, whatever for. */
  get waiting(): number {
    let sum = 0;
    for (const { waiting } of this.lines.values()) sum += waiting;
    return sum;
  }

  /**
   * Does something when it has the key's turn.
   * @throws Unavailable
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
