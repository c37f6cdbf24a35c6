import { setTimeout } from 'node:timers/promises';
import type { CardJob } from '@app/database';
import type { Author } from '../../audit/audit-trail.js';
import type { CardJobWork } from './job-work.js';

/** Why a job was told to stop. */
export type StopReason = { readonly by: Author } | 'server stops';

/** A job from its submission until its row says how it ended, as this process knows it. */
export class LiveJob {
  private stopReason: StopReason | undefined;
  private canStop = true;
  private readonly end = Promise.withResolvers<void>();

  /** @param row as in the database, and ahead of it in status and progress */
  constructor(
    public row: CardJob,
    readonly author: Author,
    readonly work: CardJobWork,
  ) {}

  get stopped(): StopReason | undefined {
    return this.stopReason;
  }

  /** The job as it is to be seen: cancelled as soon as that is certain, although it may still have to be undone. */
  get shown(): CardJob {
    return typeof this.stopReason === 'object' ? { ...this.row, status: 'cancelled' } : this.row;
  }

  /** @returns false when it is too late: the job is being completed, or was stopped before */
  stop(reason: StopReason): boolean {
    if (!this.canStop || this.stopReason !== undefined) return false;
    this.stopReason = reason;
    return true;
  }

  /** The database can make it start over. */
  restart(): void {
    this.canStop = true;
    this.row.progress = 0;
  }

  /**
   * From here on it cannot be stopped.
   * @returns false when it has been stopped already
   */
  complete(): boolean {
    if (this.stopReason !== undefined) return false;
    this.canStop = false;
    return true;
  }

  /** Its row says how it ended, and clients notice. */
  settle(): void {
    this.end.resolve();
  }

  /** Waits for its end, for so long at most. */
  async settledWithin(ms: number): Promise<void> {
    await Promise.race([this.end.promise, setTimeout(ms, undefined, { ref: false })]);
  }
}
