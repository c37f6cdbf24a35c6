import { Logger } from '@nestjs/common';
import { errorMessage } from '@app/platform';
import { DatabaseDiskError, isDiskFailure } from './database-errors.js';

/**
 * Milliseconds for which the disk counts as full after a failed write. The time is limited because, without further
 * writes, nothing would show that the disk works again.
 */
const REMEMBERED_MS = 30_000;

/** Tracks whether the database's disk accepts writes, and logs when it does not. */
export class DatabaseDisk {
  private readonly logger = new Logger('Database');
  private failedAt: number | undefined;

  /** @param describe returns the log message for a disk that no longer accepts writes */
  constructor(private readonly describe: () => string) {}

  /** True when a write failed in the last 30 seconds and, on SQLite, none has succeeded since. */
  get isFull(): boolean {
    return this.failedAt !== undefined && performance.now() - this.failedAt < REMEMBERED_MS;
  }

  /**
   * Runs work that may write.
   * @throws DatabaseDiskError
   */
  async writing<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      throw this.failure(error);
    }
  }

  /** Returns the error to throw when a write has failed: a `DatabaseDiskError` if the disk is the cause. */
  failure(error: unknown): unknown {
    if (!isDiskFailure(error)) return error;
    if (!this.isFull)
      this.logger.error(`${this.describe()}, and clients are told to wait: ${errorMessage(error)}`);
    this.failedAt = performance.now();
    return new DatabaseDiskError('The database cannot be written');
  }

  /** Records a completed write. */
  written(): void {
    if (this.failedAt !== undefined) this.logger.log('The disk of the database is writable again');
    this.failedAt = undefined;
  }
}
