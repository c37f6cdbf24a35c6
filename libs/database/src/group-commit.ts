import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource } from 'typeorm';
import { currentParty, type Party, type SemaphoreLimits, TurnQueue } from '@app/platform';
import { rowLimits } from './database-semaphores.js';

/** Maximum batch size. It limits the size of a statement and the time for which a row is locked. */
const MAX_BATCH = 100;

interface Waiter<T, R> {
  readonly item: T;
  readonly party: Party;
  /** Runs work in the asynchronous context of the waiting request. */
  readonly inRequest: <W>(work: () => W) => W;
  readonly late: NodeJS.Timeout;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: requests that change the same row share transactions. While one transaction runs, the requests for its
 * row wait here without occupying a database connection. The next transaction processes up to 100 of these requests.
 * Parties take turns. If too many requests wait, a request of the party with the most requests is refused.
 */
export class GroupCommit<T, R> {
  private readonly groups = new Map<string, TurnQueue<Waiter<T, R>>>();
  private readonly limits: Required<SemaphoreLimits>;

  /**
   * @param dataSource the database of the transactions
   * @param what description of the change, for the log
   * @param commit processes a whole batch or nothing, and returns a result for each item
   * @param maxBatch maximum items in a transaction
   */
  constructor(
    dataSource: DataSource,
    what: string,
    private readonly commit: (batch: readonly T[]) => Promise<readonly R[]>,
    private readonly maxBatch = MAX_BATCH,
  ) {
    this.limits = rowLimits(dataSource, what);
  }

  /**
   * Processes the item in a transaction with other items for the same row.
   * @param row identifies the row
   * @throws ServiceUnavailableError if too many requests wait, or this request waits too long; otherwise the
   * transaction's error, which every item of the batch gets
   */
  run(row: string, item: T): Promise<R> {
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    const running = this.groups.get(row);
    const waiting = running ?? new TurnQueue(this.limits.maxWaiting, (each) => this.refuse(row, each));
    const refuse = () => {
      waiting.remove(waiter.party, waiter);
      this.refuse(row, waiter);
    };
    const late = setTimeout(refuse, this.limits.maxWaitMs);
    const waiter = {
      item,
      party: currentParty(),
      inRequest: AsyncLocalStorage.snapshot(),
      late,
      resolve,
      reject,
    };
    if (!waiting.push(waiter.party, waiter)) this.refuse(row, waiter);
    if (!running) {
      this.groups.set(row, waiting);
      void this.drain(row, waiting);
    }
    return promise;
  }

  private async drain(row: string, waiting: TurnQueue<Waiter<T, R>>): Promise<void> {
    while (waiting.size > 0) {
      const batch = Array.from({ length: Math.min(waiting.size, this.maxBatch) }, () => waiting.shift()!);
      for (const { late } of batch) clearTimeout(late);
      try {
        const results = await batch[0]!.inRequest(() => this.commit(batch.map(({ item }) => item)));
        for (const [index, { resolve }] of batch.entries()) resolve(results[index]!);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.groups.delete(row);
  }

  private refuse(row: string, { late, reject }: Waiter<T, R>): void {
    clearTimeout(late);
    reject(this.limits.refusal(this.groups.get(row)?.size ?? 0));
  }
}
