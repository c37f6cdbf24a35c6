import { Application, CardType } from '@app/database';
import { type FaultyRow, type ImportPreset, type ImportRow, RowImport } from '@app/import';
import { cardsAtATime } from '@app/licensing';
import { chunksOf } from '@app/platform';
import { describeProblem, problem } from '../../errors/problem.js';
import { ImportReport } from './import-report.js';
import { JobFailure } from './job-failure.js';
import { type CardJobWork, DryRunDone } from './job-work.js';

/** The input of a job that imports cards and users with their state. */
export interface ImportStateInput {
  /** Card type of the rows that do not specify one. */
  readonly cardTypeId: number | null;
  readonly preset: ImportPreset;
  readonly format: 'csv' | 'json';
  readonly existing: 'skip' | 'update';
  readonly dryRun: boolean;
  /** Number of rows. */
  readonly lines: number;
  /** SHA-256 of the file, in hex. */
  readonly sha256: string;
}

/**
 * Returns the work of creating or updating a card or user for each row. Invalid rows are reported and change nothing.
 * The other rows are imported anyway, since the corrected file can be imported again.
 */
export function importState(
  applicationId: number,
  { cardTypeId, existing, dryRun }: ImportStateInput,
  rows: readonly (ImportRow | FaultyRow)[],
): CardJobWork {
  return async (run) => {
    const { manager, now, events, jobId } = run;
    const application = await manager.findOneByOrFail(Application, { id: applicationId });
    const types = await manager.findBy(CardType, { applicationId });
    if (cardTypeId !== null && !types.some(({ id }) => id === cardTypeId))
      throw new JobFailure(problem('card_type_deleted'));
    const rules = { application, types, defaultTypeId: cardTypeId, existing, now };
    const pause = () => run.advance(0);
    const rowImport = new RowImport({ ...rules, manager, events, batch: `#${jobId}`, pause });
    const report = new ImportReport();
    for (const part of chunksOf(rows, cardsAtATime(manager))) {
      for (const outcome of await rowImport.take(part)) {
        if (outcome.outcome === 'created') report.created(1);
        else {
          const { line, name: card, why } = outcome;
          report.add({
            line,
            card,
            outcome: outcome.outcome,
            why: describeProblem(why.code, { ...why.params }),
          });
        }
      }
      await run.advance(part.length);
    }
    const packed = await report.packed();
    if (report.result.invalid === rows.length)
      throw new JobFailure(problem('all_lines_invalid'), report.result, packed);
    const { card: online, user: onlineUsers } = await rowImport.online();
    const outcome = { result: report.result, report: packed, online, onlineUsers };
    if (dryRun) throw new DryRunDone(outcome);
    return outcome;
  };
}
