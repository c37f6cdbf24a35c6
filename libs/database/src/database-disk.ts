import { Logger } from '@nestjs/common';
import { errorMessage } from '@app/platform';
import { DatabaseDiskError, isDiskFailure } from './database-errors.js';

/** Nobody may write for a while: a failure that is older says nothing about now. */
const REMEMBERED_MS = 30_000;

/** Knows whether the disk of the database takes what is written, and tells the log when it does not. */
export class DatabaseDisk {
  private readonly logger = new Logger('Database');
  private failedAt: number | undefined;

  /** @param describe says in words that the disk takes nothing more */
  constructor(private readonly describe: () => string) {}

  /** Whether a write failed a moment ago and none has succeeded since. */
  get isFull(): boolean {
    return this.failedAt !== undefined && performance.now() - this.failedAt < REMEMBERED_MS;
  }

  /** Runs what may write. @throws DatabaseDiskError */
  async writing<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!isDiskFailure(error)) throw error;
      if (!this.isFull)
        this.logger.error(`${this.describe()}, and clients are told to wait: ${errorMessage(error)}`);
      this.failedAt = performance.now();
      throw new DatabaseDiskError('The database cannot be written');
    }
  }

  /** To be called when something was written to its end. */
  written(): void {
    if (this.failedAt !== undefined) this.logger.log('The disk of the database takes writes again');
    this.failedAt = undefined;
  }
}
