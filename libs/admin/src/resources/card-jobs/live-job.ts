import { setTimeout } from 'node:timers/promises';
import type { CardJob } from '@app/database';
import type { Actor } from '../../access/actor.js';
import type { Author } from '../../audit/audit-trail.js';
import type { CardJobWork } from './job-work.js';

/** The reason why a job was stopped. */
export type StopReason = { readonly by: Author } | 'server stops';

/** An unfinished job as this process knows it, from its submission until its row has the final status. */
export class LiveJob {
  private stopReason: StopReason | undefined;
  private canStop = true;
  private readonly end = Promise.withResolvers<void>();

  /** @param row the job's row, with a more recent status and progress than in the database */
  constructor(
    public row: CardJob,
    readonly author: Actor,
    readonly work: CardJobWork,
  ) {}

  get stopped(): StopReason | undefined {
    return this.stopReason;
  }

  /**
   * The job as shown to callers. It is shown as cancelled once the cancellation is certain, even before the rollback.
   */
  get shown(): CardJob {
    return typeof this.stopReason === 'object' ? { ...this.row, status: 'cancelled' } : this.row;
  }

  /** @returns false if the job is being completed or has already been stopped */
  stop(reason: StopReason): boolean {
    if (!this.canStop || this.stopReason !== undefined) return false;
    this.stopReason = reason;
    return true;
  }

  /** Resets the progress when the database forces a restart of the transaction. */
  restart(): void {
    this.canStop = true;
    this.row.progress = 0;
  }

  /**
   * Marks the point after which the job cannot be stopped.
   * @returns false if the job has already been stopped
   */
  complete(): boolean {
    if (this.stopReason !== undefined) return false;
    this.canStop = false;
    return true;
  }

  /**
   * Marks the job as settled. Call it when the row has the final status and outdated copies of sessions are dropped.
   */
  settle(): void {
    this.end.resolve();
  }

  /** Waits for the end of the job, at most `ms` milliseconds. */
  async settledWithin(ms: number): Promise<void> {
    await Promise.race([this.end.promise, setTimeout(ms, undefined, { ref: false })]);
  }
}
