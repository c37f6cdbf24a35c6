import { cardsAtATime, findExisting, insertCards, unlessTaken } from '@app/licensing';
import { problem } from '../../errors/problem.js';
import { ImportReport, type LineReport } from './import-report.js';
import { JobFailure } from './job-failure.js';
import type { CardJobOutcome, CardJobWork } from './job-work.js';
import type { ImportLine } from './parse-import.js';
import { requireType } from './require-type.js';

/** The input of a job that imports cards. */
export interface ImportInput {
  readonly cardTypeId: number;
  readonly format: 'csv' | 'txt';
  /** Number of lines with a card. */
  readonly lines: number;
  /** SHA-256 of the file, in hex. */
  readonly sha256: string;
  readonly note: string | null;
  /** Batch of the cards; if `null`, the batch is named after the job. */
  readonly batch: string | null;
}

/**
 * Returns the work of creating a card for each line. Existing cards are skipped. An invalid line makes the import fail,
 * since the file may be the wrong one.
 */
export function importCards(input: ImportInput, lines: readonly ImportLine[]): CardJobWork {
  const isValid = lines.every(({ fault }) => fault === undefined);
  return async (run) => {
    const { manager, now } = run;
    const type = await requireType(manager, input.cardTypeId);
    const { note } = input;
    const batch = input.batch ?? `#${run.jobId}`;
    const report = new ImportReport();
    const firstLines = new Map<string, number>();

    const atATime = cardsAtATime(manager);
    for (let start = 0; start < lines.length; start += atATime) {
      const part = lines.slice(start, start + atATime);
      const { fresh, passedOver } = sort(part, firstLines);
      const { existing, created } = await unlessTaken(async () => {
        const existing = await findExisting(manager, type.applicationId, [...fresh.keys()]);
        const cards = [...fresh.values()].filter(({ card }) => !existing.has(card));
        const values = cards.map((line) => ({
          card: line.card,
          note: line.note ?? note,
          batch: line.batch ?? batch,
        }));
        if (isValid) await insertCards(manager, type, values, now);
        return { existing, created: values };
      });
      if (isValid) await run.events.issued(manager, type, created, now);
      for (const card of existing) {
        const { line } = fresh.get(card)!;
        passedOver.push({ line, card, outcome: 'exists', why: problem('card_exists') });
      }
      for (const row of passedOver.toSorted((a, b) => a.line - b.line)) report.add(row);
      if (isValid) report.created(fresh.size - existing.size);
      await run.advance(part.length);
    }
    return outcomeOf(report, isValid, batch);
  };
}

/**
 * Divides the lines into `fresh` and `passedOver`. `fresh` contains, by card, the valid lines whose card is not in an
 * earlier line; `passedOver` contains all other lines, for the report.
 */
function sort(lines: readonly ImportLine[], firstLines: Map<string, number>) {
  const fresh = new Map<string, ImportLine>();
  const passedOver: LineReport[] = [];
  for (const entry of lines) {
    const { line, card, fault } = entry;
    const first = firstLines.get(card);
    if (fault !== undefined) passedOver.push({ line, card, outcome: 'invalid', why: fault });
    else if (first !== undefined) {
      passedOver.push({ line, card, outcome: 'duplicate', why: problem('card_repeated', { line: first }) });
    } else {
      firstLines.set(card, line);
      fresh.set(card, entry);
    }
  }
  return { fresh, passedOver };
}

/** @throws JobFailure when there were invalid lines */
async function outcomeOf(report: ImportReport, isValid: boolean, batch: string): Promise<CardJobOutcome> {
  const { result } = report;
  const packed = await report.packed();
  if (isValid) return { result: { ...result, batch }, report: packed };
  throw new JobFailure(problem('invalid_lines', { lines: result.invalid }), result, packed);
}
