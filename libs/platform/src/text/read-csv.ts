import { CsvError, parse } from 'csv-parse';
import { compose } from 'node:stream';

/** Maximum length of a line in characters, including columns that the import ignores. */
const MAX_LINE_LENGTH = 64 * 1024;
/** Maximum number of fields in a file. */
const MAX_FIELDS = 1_000_000;

/** A record of a CSV file. */
export interface CsvRecord {
  readonly record: string[];
  /** Number of the record's last line in the file, from 1. */
  readonly line: number;
}

/** Thrown if a text is not CSV or exceeds a limit. */
export class TextFault extends Error {
  constructor(
    readonly code: 'not_csv' | 'line_too_long' | 'too_many_lines' | 'too_many_csv_fields',
    readonly params: Readonly<Record<string, string | number>>,
  ) {
    super(code);
  }
}

/**
 * Reads CSV as it arrives, including the header row. Empty lines are skipped.
 * @param maxLines maximum number of lines, including blank ones
 * @throws TextFault
 */
export async function* readCsv(text: AsyncIterable<string>, maxLines: number): AsyncGenerator<CsvRecord> {
  const parser = parse({
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_LENGTH,
  });
  try {
    const records: AsyncIterable<ParsedRecord> = compose(boundText(text, maxLines), parser);
    for await (const { record, info } of records) yield { record, line: info.lines };
  } catch (error) {
    if (error instanceof CsvError) throw new TextFault('not_csv', { reason: error.message });
    throw error;
  }
}

interface ParsedRecord {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

/**
 * Passes on text until a size limit is exceeded. The CSV parser itself checks sizes only at the end of a record, and
 * does not count empty fields.
 * @throws TextFault
 */
export async function* boundText(text: AsyncIterable<string>, maxLines: number): AsyncGenerator<string> {
  let [lines, fields, length] = [0, 0, 0];
  for await (const piece of text) {
    for (let i = 0; i < piece.length; i++) {
      const character = piece.charCodeAt(i);
      length = character === LINE_FEED ? 0 : length + 1;
      if (character === LINE_FEED) lines += 1;
      else if (character === COMMA) fields += 1;
      if (length > MAX_LINE_LENGTH) throw new TextFault('line_too_long', { max: MAX_LINE_LENGTH });
    }
    if (lines > maxLines) throw new TextFault('too_many_lines', { max: maxLines });
    if (fields > MAX_FIELDS) throw new TextFault('too_many_csv_fields', { max: MAX_FIELDS });
    yield piece;
  }
}

const LINE_FEED = 0x0a;
const COMMA = 0x2c;
