/** Gives one holder at a time the turn, first come, first served. */
export class FifoMutex {
  private tail: Promise<void> = Promise.resolve();
  private asked = 0;

  /** How many have the turn or wait for it. */
  get length(): number {
    return this.asked;
  }

  /** Waits for the turn. The caller ends it by calling the function it got. */
  async lock(): Promise<() => void> {
    const previous = this.tail;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.tail = promise;
    this.asked += 1;
    await previous;
    return () => {
      this.asked -= 1;
      resolve();
    };
  }
}
