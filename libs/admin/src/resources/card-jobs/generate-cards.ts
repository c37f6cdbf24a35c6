import type { EntityManager } from 'typeorm';
import { problem } from '../../errors/problem.js';
import { cardsAtATime, findExisting, insertCards, requireType, unlessTaken } from './insert-cards.js';
import { JobFailure } from './job-failure.js';
import type { CardJobWork } from './job-work.js';
import { type KeyStyle, makeKeys } from './key-style.js';

/** The resolved input of a job that generates cards. */
export interface GenerateInput extends KeyStyle {
  readonly cardTypeId: number;
  readonly count: number;
  readonly note: string | null;
  /** Batch of the cards; if `null`, the batch is named after the job. */
  readonly batch: string | null;
}

/**
 * Maximum number of draws. If nine tenths of the keys are taken, half as many draws find 500 free keys in 99 of 100
 * cases.
 */
const MAX_DRAWS = 400;

/** Returns the work of creating cards with random keys. */
export function generateCards({ cardTypeId, count, note, ...asked }: GenerateInput): CardJobWork {
  return async (run) => {
    const { manager } = run;
    const type = await requireType(manager, cardTypeId);
    const batch = asked.batch ?? `#${run.jobId}`;
    const atATime = cardsAtATime(manager);
    for (let done = 0; done < count; done += atATime) {
      const number = Math.min(atATime, count - done);
      const made = await unlessTaken(async () => {
        const keys = await drawFreeKeys(manager, type.applicationId, asked, number);
        const cards = keys.map((card) => ({ card, note, batch }));
        await insertCards(manager, type, cards, run.now);
        return cards;
      });
      await run.events.issued(manager, type, made, run.now);
      await run.advance(number);
    }
    return { result: { created: count, batch } };
  };
}

/** Returns distinct keys that no card of the application has. */
async function drawFreeKeys(
  manager: EntityManager,
  applicationId: number,
  style: KeyStyle,
  count: number,
): Promise<string[]> {
  const free = new Set<string>();
  for (let draw = 0; free.size < count; draw++) {
    if (draw === MAX_DRAWS) throw new JobFailure(problem('keys_used_up', { mask: style.mask }));
    const keys = makeKeys(style, count - free.size);
    const taken = await findExisting(manager, applicationId, keys);
    for (const key of keys) if (!taken.has(key)) free.add(key);
  }
  return [...free];
}
