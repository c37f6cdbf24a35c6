import { setImmediate } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import type { HolderEvents } from '@app/licensing';

// The types that the work of a card job receives (`CardJobRun`), returns (`CardJobOutcome`) and throws to end early.

/** The outcome of a job. */
export interface CardJobOutcome {
  /** Counts and other details for people. */
  readonly result: object;
  /** Names of the first cards or users that the job changed, for the audit log. */
  readonly names?: readonly string[];
  /** Stored as `CardJob.report`. */
  readonly report?: string;
  /** Affected cards with open sessions; cached copies of these sessions are dropped. */
  readonly online?: readonly number[];
  /** Affected users with open sessions; cached copies of these sessions are dropped. */
  readonly onlineUsers?: readonly number[];
}

/** The work of a job, done in a single transaction. If the transaction is restarted, so is the work. */
export type CardJobWork = (run: CardJobRun) => Promise<CardJobOutcome>;

/** Thrown at the end of a dry run: the result is kept, and all changes are rolled back. */
export class DryRunDone extends Error {
  constructor(readonly outcome: CardJobOutcome) {
    super('The dry run is done');
  }
}

/** Thrown when a job stops on request. */
export class JobStopped extends Error {}

/** One run of a job. */
export class CardJobRun {
  /**
   * @param now epoch milliseconds
   * @param events writes events about the job's changes
   * @param note receives the progress and returns false if the job must stop
   */
  constructor(
    readonly manager: EntityManager,
    readonly jobId: number,
    readonly now: number,
    readonly events: HolderEvents,
    private readonly note: (count: number) => boolean,
  ) {}

  /**
   * Records progress and lets other work in the process run.
   * @throws JobStopped
   */
  async advance(count: number): Promise<void> {
    await setImmediate();
    if (!this.note(count)) throw new JobStopped('The job was told to stop');
  }
}
