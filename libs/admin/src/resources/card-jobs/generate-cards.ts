import { cardsAtATime, KeysUsedUpError, type KeyStyle, makeCards } from '@app/licensing';
import { problem } from '../../errors/problem.js';
import { JobFailure } from './job-failure.js';
import type { CardJobWork } from './job-work.js';
import { requireType } from './require-type.js';

/** The input of a job that generates cards, with all defaults. */
export interface GenerateInput extends KeyStyle {
  readonly cardTypeId: number;
  readonly count: number;
  readonly note: string | null;
  /** Batch of the cards; if `null`, the batch is named after the job. */
  readonly batch: string | null;
}

/** Returns the work of creating cards with random keys. */
export function generateCards({
  cardTypeId,
  count,
  note,
  mask,
  alphabet,
  ...asked
}: GenerateInput): CardJobWork {
  return async (run) => {
    const { manager } = run;
    const type = await requireType(manager, cardTypeId);
    const batch = asked.batch ?? `#${run.jobId}`;
    const style = { mask, alphabet };
    const atATime = cardsAtATime(manager);
    for (let made = 0; made < count; made += atATime) {
      const number = Math.min(atATime, count - made);
      try {
        const keys = await makeCards(manager, type, { style, count: number, note, batch }, run.now);
        await run.events.issued(
          manager,
          type,
          keys.map((card) => ({ card, batch })),
          run.now,
        );
      } catch (error) {
        if (error instanceof KeysUsedUpError) throw new JobFailure(problem('keys_used_up', { mask }));
        throw error;
      }
      await run.advance(number);
    }
    return { result: { created: count, batch } };
  };
}
