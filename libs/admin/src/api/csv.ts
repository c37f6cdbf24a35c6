import { stringify } from 'csv-stringify/sync';

/** Lets Excel see that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** CSV of a header and rows, a piece of text for each part of the rows. A spreadsheet takes no value for a formula. */
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
