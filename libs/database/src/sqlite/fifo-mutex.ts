/** Gives one holder at a time the turn, first come, first served. */
export class FifoMutex {
  private tail: Promise<void> = Promise.resolve();

  /** Waits for the turn. The caller ends it by calling the function it got. */
  async lock(): Promise<() => void> {
    const previous = this.tail;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.tail = promise;
    await previous;
    return resolve;
  }
}
