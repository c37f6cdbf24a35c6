import { toCsv } from '../api/csv.js';
import type { ReportRow } from './import-report.js';

export const REPORT_FORMATS = ['json', 'csv'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

const COLUMNS = ['line', 'card', 'outcome', 'reason'] as const satisfies (keyof ReportRow)[];

/** A report as it is handed out: a JSON list of rows, or CSV. */
export function reportText(format: ReportFormat, parts: AsyncIterable<ReportRow[]>): AsyncGenerator<string> {
  return format === 'csv' ? toCsv(COLUMNS, toValues(parts)) : toJson(parts);
}

async function* toValues(parts: AsyncIterable<ReportRow[]>): AsyncGenerator<string[][]> {
  for await (const rows of parts) yield rows.map((row) => COLUMNS.map((column) => String(row[column])));
}

async function* toJson(parts: AsyncIterable<ReportRow[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const rows of parts) {
    yield before + rows.map((row) => JSON.stringify(row)).join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
