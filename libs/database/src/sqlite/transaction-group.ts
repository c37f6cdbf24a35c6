import { QueryFailedError } from 'typeorm';
import type { DatabaseDisk } from '../database-disk.js';
import type { SqliteConnection } from '../typeorm/hidden-members.js';

/** Maximum number of ended transactions in a group. */
const MAX_SIZE = 64;
/** Maximum time in milliseconds that the first transaction waits for others. */
const MAX_MS = 20;

interface Open extends PromiseWithResolvers<void> {
  /** `performance.now()` when the first transaction ended. */
  readonly since: number;
  size: number;
}

/**
 * Group commit: commits several finished transactions at once, because each commit waits for the disk and blocks the
 * process. While callers wait for the connection, SQLite's transaction stays open, and the callers' transactions are
 * savepoints in it. No transaction is acknowledged before the commit.
 */
export class TransactionGroup {
  private open: Open | undefined;

  constructor(
    private readonly connection: () => SqliteConnection,
    private readonly disk: DatabaseDisk,
  ) {}

  /** True if ended transactions wait for the commit. */
  get isOpen(): boolean {
    return this.open !== undefined;
  }

  /** True if no further transaction may join. */
  get isFull(): boolean {
    const { open } = this;
    return open !== undefined && (open.size >= MAX_SIZE || performance.now() - open.since > MAX_MS);
  }

  /** Adds an ended transaction. Resolves once the transaction is committed. */
  add(): Promise<void> {
    this.open ??= { ...Promise.withResolvers<void>(), since: performance.now(), size: 0 };
    this.open.size += 1;
    return this.open.promise;
  }

  /** Resolves once the ended transactions are committed or have failed. */
  async settled(): Promise<void> {
    await this.open?.promise.catch(() => undefined);
  }

  /** Commits the ended transactions, if there are any. If the commit fails, all these transactions fail. */
  commit(): void {
    const { open } = this;
    if (!open) return;
    this.open = undefined;
    const connection = this.connection();
    try {
      connection.exec('COMMIT');
      this.disk.written();
      open.resolve();
    } catch (error) {
      if (connection.inTransaction) connection.exec('ROLLBACK');
      open.reject(this.disk.failure(new QueryFailedError('COMMIT', [], error as Error)));
    }
  }

  /** Fails the ended transactions, which SQLite has rolled back. */
  fail(error: unknown): void {
    this.open?.reject(error);
    this.open = undefined;
  }
}
