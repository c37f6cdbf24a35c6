/** Maximum number of items in a command. It limits the time for which Redis serves no other command. */
const MAX_ITEMS = 500;

interface Waiter<R> {
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/** Collects items until `send`, and processes them together: a command costs more than a further item. */
export class CommandBatch<T, R> {
  private items: T[] = [];
  private waiters: Waiter<R>[] = [];

  /** @param process returns a result for each item */
  constructor(private readonly process: (items: readonly T[]) => Promise<readonly R[]>) {}

  get isEmpty(): boolean {
    return this.items.length === 0;
  }

  /** @throws the error of `process`, which all items of a command get */
  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.items.push(item);
      this.waiters.push({ resolve, reject });
    });
  }

  send(): void {
    const { items, waiters } = this;
    this.items = [];
    this.waiters = [];
    for (let from = 0; from < items.length; from += MAX_ITEMS) {
      const to = from + MAX_ITEMS;
      void this.sendPart(items.slice(from, to), waiters.slice(from, to));
    }
  }

  private async sendPart(items: readonly T[], waiters: readonly Waiter<R>[]): Promise<void> {
    try {
      const results = await this.process(items);
      for (const [index, { resolve }] of waiters.entries()) resolve(results[index]!);
    } catch (error) {
      for (const { reject } of waiters) reject(error);
    }
  }
}
