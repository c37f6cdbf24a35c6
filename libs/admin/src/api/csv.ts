import { stringify } from 'csv-stringify/sync';

/** Tells Excel that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Excel splits at `;` where the comma is in numbers, and at quotes it does not take for those of a field. */
const INNER_FORMULA = /[;\t\r\n]"*(?=[=+\-@＝＋－＠])/g;

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
  const safe = rows.map((row) => row.map((value) => value.replace(INNER_FORMULA, "$&'")));
  return stringify(safe, {
    escape_formulas: true,
    record_delimiter: 'windows',
    // A lone line feed would end the row.
    quoted_match: /[\r\n]/,
  });
}
