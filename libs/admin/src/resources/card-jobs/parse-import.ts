import { CsvError, parse } from 'csv-parse';
import { pipeline } from 'node:stream/promises';
import { hasLength, isPrintable } from '@app/platform';
import { invalid, problem } from '../../errors/admin-error.js';
import type { ProblemDto } from '../../errors/problem.dto.js';

const MAX_LINES = 100_000;
/** Maximum length of a CSV line, including unused columns. */
const MAX_LINE_BYTES = 64 * 1024;
const MAX_COLUMNS = 100;
/** Maximum number of lines in a file, including blank and invalid lines. */
const MAX_TEXT_LINES = 2 * MAX_LINES;
const MAX_FIELDS = 1_000_000;
/** Characters shown of a text that is too long for a card. */
const MAX_SHOWN = 64;

/** A parsed line of an import. */
export interface ImportLine {
  /** Line number in the file, from 1. */
  readonly line: number;
  /** Truncated when there is a fault. */
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
  for await (const piece of bounded(text)) {
    const [first = '', ...others] = piece.split('\n');
    rest += first;
    for (const next of others) {
      add(rest.replace(/\r$/, ''));
      rest = next;
    }
  }
  add(rest.replace(/\r$/, ''));
  return requireLines(lines);
}

/**
 * Parses CSV with a header row, using the columns `card`, `note` and `batch`. Empty lines are skipped.
 * @throws AdminError 422 when it is not CSV, has no column `card`, no lines, or too many
 */
export async function parseCsv(text: AsyncIterable<string>): Promise<ImportLine[]> {
  const lines: ImportLine[] = [];
  const parser = parse({
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_BYTES,
  });
  try {
    await pipeline(bounded(text), parser, async (records: AsyncIterable<CsvRecord>) => {
      let header: Header | undefined;
      for await (const { record, info } of records) {
        if (header) push(lines, readRecord(header, record, info.lines));
        else header = readHeader(record);
      }
    });
  } catch (error) {
    if (error instanceof CsvError) throw invalid({ body: problem('not_csv', { reason: error.message }) });
    throw error;
  }
  return requireLines(lines);
}

/**
 * Passes on text within the size limits. The parser itself checks sizes only at the end of a record, and does not count
 * empty fields.
 * @throws AdminError 422
 */
async function* bounded(text: AsyncIterable<string>): AsyncGenerator<string> {
  let [lines, fields, length] = [0, 0, 0];
  for await (const piece of text) {
    for (let i = 0; i < piece.length; i++) {
      const character = piece.charCodeAt(i);
      length = character === LINE_FEED ? 0 : length + 1;
      if (character === LINE_FEED) lines += 1;
      else if (character === COMMA) fields += 1;
      if (length > MAX_LINE_BYTES) throw invalid({ body: problem('line_too_long', { max: MAX_LINE_BYTES }) });
    }
    if (lines > MAX_TEXT_LINES) throw invalid({ body: problem('too_many_lines', { max: MAX_TEXT_LINES }) });
    if (fields > MAX_FIELDS) throw invalid({ body: problem('too_many_csv_fields', { max: MAX_FIELDS }) });
    yield piece;
  }
}

const LINE_FEED = 0x0a;
const COMMA = 0x2c;

interface CsvRecord {
  readonly record: string[];
  readonly info: { readonly lines: number };
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
  // An empty field of another column means that it is not set.
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
