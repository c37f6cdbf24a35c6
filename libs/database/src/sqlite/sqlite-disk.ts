import { Logger } from '@nestjs/common';
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorMessage, Unavailable } from '@app/platform';
import { isDiskFailure } from '../database-errors.js';

const MIB = 1024 * 1024;

/** Tells the log when the disk takes nothing more, and when it does again. */
export class SqliteDisk {
  private readonly logger = new Logger('Database');
  private isFull = false;

  constructor(private readonly file: string) {}

  /** Runs what may write. @throws Unavailable when the disk is full or broken */
  async writing<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!isDiskFailure(error)) throw error;
      if (!this.isFull)
        this.logger.error(`${this.words()}, and clients are told to wait: ${errorMessage(error)}`);
      this.isFull = true;
      throw new Unavailable('The database cannot be written');
    }
  }

  /** To be called when something was written to its end. */
  written(): void {
    if (this.isFull) this.logger.log('The disk of the database takes writes again');
    this.isFull = false;
  }

  private words(): string {
    const folder = dirname(this.file);
    const { bavail, bsize } = statfsSync(folder);
    const free = Math.floor((bavail * bsize) / MIB);
    return `The disk is full or cannot be written (${free} MiB free in ${folder})`;
  }
}
