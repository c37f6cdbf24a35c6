import { stringify } from 'csv-stringify/sync';

/** Tells Excel that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Renders a header and rows as CSV, one chunk of text per batch of rows. Values that a spreadsheet would run as
 * formulas are escaped.
 */
export async function* toCsv(
  header: readonly string[],
  parts: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
  let start = BYTE_ORDER_MARK + linesOf([header]);
  for await (const rows of parts) {
    yield start + linesOf(rows);
    start = '';
  }
  if (start !== '') yield start;
}

function linesOf(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], { escape_formulas: true, record_delimiter: 'windows' });
}
