import { stringify } from 'csv-stringify/sync';

/** Byte order mark, by which Excel recognises UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Matches the place before a formula inside a value. In languages with a decimal comma, Excel splits values at `;`, and
 * the part after the `;` would become a formula.
 */
const INNER_FORMULA = /[;\t\r\n]"*(?=[=+\-@＝＋－＠])/g;

/**
 * Yields the CSV text of a header and rows, in parts. Values are escaped so that spreadsheets do not treat them as
 * formulas.
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
  const safe = rows.map((row) => row.map((value) => value.replace(INNER_FORMULA, "$&'")));
  return stringify(safe, {
    escape_formulas: true,
    record_delimiter: 'windows',
    // Without quotes, a single line feed or carriage return would end the row.
    quoted_match: /[\r\n]/,
  });
}
