import { setImmediate } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';

/** What came of a job. */
export interface CardJobOutcome {
  /** Counts, and what else people are told. */
  readonly result: object;
  /** As `CardJob.report`. */
  readonly report?: string;
  /** Cards whose open sessions are concerned: clients must notice. */
  readonly online?: readonly number[];
}

/** What a job does, in the one transaction that it is. It can be run again from its beginning. */
export type CardJobWork = (run: CardJobRun) => Promise<CardJobOutcome>;

/** Thrown where a job stops because it was told to. */
export class JobStopped extends Error {}

/** One run of a job. */
export class CardJobRun {
  /**
   * @param now epoch milliseconds
   * @param note is told of progress, and answers whether to go on
   */
  constructor(
    readonly manager: EntityManager,
    readonly jobId: number,
    readonly now: number,
    private readonly note: (count: number) => boolean,
  ) {}

  /**
   * Notes that so many more have been seen to, and lets all else in the process have its turn.
   * @throws JobStopped
   */
  async advance(count: number): Promise<void> {
    await setImmediate();
    if (!this.note(count)) throw new JobStopped('The job was told to stop');
  }
}
