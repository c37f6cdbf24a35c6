import { chunksOf } from '@app/platform';

/** Maximum number of items in a command. It limits the time for which Redis serves no other command. */
const MAX_ITEMS = 500;

interface Waiter<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects items until `send` and processes up to `MAX_ITEMS` of them in one command: a further item costs less than a
 * further command.
 */
export class CommandBatch<T, R> {
  private waiters: Waiter<T, R>[] = [];

  /** @param process returns a result for each item */
  constructor(private readonly process: (items: readonly T[]) => Promise<readonly R[]>) {}

  get isEmpty(): boolean {
    return this.waiters.length === 0;
  }

  /** @throws the error of `process`, which all items of a command get */
  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.waiters.push({ item, resolve, reject });
    });
  }

  send(): void {
    const parts = chunksOf(this.waiters, MAX_ITEMS);
    this.waiters = [];
    for (const part of parts) void this.sendPart(part);
  }

  private async sendPart(part: readonly Waiter<T, R>[]): Promise<void> {
    try {
      const results = await this.process(part.map(({ item }) => item));
      for (const [index, { resolve }] of part.entries()) resolve(results[index]!);
    } catch (error) {
      for (const { reject } of part) reject(error);
    }
  }
}
