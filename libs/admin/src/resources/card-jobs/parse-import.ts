import { boundText, hasLength, isPrintable, readCsv, TextFault } from '@app/platform';
import { invalid, problem } from '../../errors/admin-error.js';
import { describeProblem } from '../../errors/problem.js';
import type { ProblemDto } from '../../errors/problem.dto.js';

const MAX_LINES = 100_000;
const MAX_COLUMNS = 100;
/** Maximum number of lines in a file, including blank and invalid lines. */
const MAX_TEXT_LINES = 2 * MAX_LINES;
/** Maximum number of characters of a card that are kept for a line with a fault. */
const MAX_SHOWN = 64;

/** A parsed line of an import. */
export interface ImportLine {
  /** Line number in the file, from 1. */
  readonly line: number;
  /** The card; truncated if the line has a fault. */
  readonly card: string;
  /** Note of the card; if `undefined`, the note of the whole import is used. */
  readonly note?: string;
  readonly batch?: string;
  /** The reason why the line is not a valid card. */
  readonly fault?: ProblemDto;
}

/**
 * Parses a text with a card on each line. Empty lines are skipped.
 * @throws AdminError 422 when there are no lines, or too many
 */
export async function parseLines(text: AsyncIterable<string>): Promise<ImportLine[]> {
  const lines: ImportLine[] = [];
  let number = 0;
  const add = (card: string) => {
    number += 1;
    if (card !== '') push(lines, checked({ line: number, card }));
  };
  let rest = '';
  try {
    for await (const piece of boundText(text, MAX_TEXT_LINES)) {
      const [first = '', ...others] = piece.split('\n');
      rest += first;
      for (const next of others) {
        add(rest.replace(/\r$/, ''));
        rest = next;
      }
    }
  } catch (error) {
    throw bodyFault(error);
  }
  add(rest.replace(/\r$/, ''));
  return requireLines(lines);
}

/**
 * Parses CSV with a header row, using the columns `card`, `note` and `batch`. Empty lines are skipped.
 * @throws AdminError 422 if the text is not CSV, has no column `card`, has no lines, or has too many lines
 */
export async function parseCsv(text: AsyncIterable<string>): Promise<ImportLine[]> {
  const lines: ImportLine[] = [];
  let header: Header | undefined;
  try {
    for await (const { record, line } of readCsv(text, MAX_TEXT_LINES)) {
      if (header) push(lines, readRecord(header, record, line));
      else header = readHeader(record);
    }
  } catch (error) {
    throw bodyFault(error);
  }
  return requireLines(lines);
}

/** Turns the error for a body that is not readable text into a refusal. Returns any other error unchanged. */
export function bodyFault(error: unknown): unknown {
  if (!(error instanceof TextFault)) return error;
  return invalid({ body: describeProblem(error.code, error.params) });
}

/** The positions of the columns. They are looked up once, since a file can have a hundred thousand lines. */
interface Header {
  readonly columns: number;
  readonly card: number;
  readonly note: number;
  readonly batch: number;
}

function readHeader(record: readonly string[]): Header {
  const header = record.map((name) => name.trim().toLowerCase());
  if (header.filter((name) => name === 'card').length !== 1) {
    throw invalid({ body: problem('no_card_column') });
  }
  if (header.length > MAX_COLUMNS) throw invalid({ body: problem('too_many_columns', { max: MAX_COLUMNS }) });
  const [card, note, batch] = ['card', 'note', 'batch'].map((name) => header.indexOf(name));
  return { columns: header.length, card: card!, note: note!, batch: batch! };
}

function readRecord(header: Header, record: readonly string[], line: number): ImportLine {
  const card = record[header.card] ?? '';
  if (record.length !== header.columns) {
    const counts = { fields: record.length, columns: header.columns };
    return faulty(line, card, problem('wrong_field_count', counts));
  }
  const note = record[header.note] || undefined;
  const batch = record[header.batch] || undefined;
  return checked({ line, card, ...(note !== undefined && { note }), ...(batch !== undefined && { batch }) });
}

function checked(line: ImportLine): ImportLine {
  const fault =
    faultOf('card', line.card, 64) ?? faultOf('note', line.note, 500) ?? faultOf('batch', line.batch, 100);
  return fault === undefined ? line : faulty(line.line, line.card, fault);
}

function faultOf(column: string, text: string | undefined, max: number): ProblemDto | undefined {
  if (text === undefined) return undefined;
  // Only a card can be empty here: empty notes and batches were read as `undefined`.
  if (text === '') return problem('card_missing');
  if (!hasLength(text, 1, max)) return problem('column_too_long', { column, max });
  if (text !== text.trim()) return problem('column_with_white_space', { column });
  return isPrintable(text) ? undefined : problem('column_unprintable', { column });
}

function faulty(line: number, card: string, fault: ProblemDto): ImportLine {
  return {
    line,
    card: Array.from(card.slice(0, 2 * MAX_SHOWN))
      .slice(0, MAX_SHOWN)
      .join(''),
    fault,
  };
}

function push(lines: ImportLine[], line: ImportLine): void {
  if (lines.length === MAX_LINES) {
    throw invalid({ body: problem('too_many_cards', { max: MAX_LINES }) });
  }
  lines.push(line);
}

function requireLines(lines: ImportLine[]): ImportLine[] {
  if (lines.length === 0) throw invalid({ body: problem('no_cards') });
  return lines;
}
