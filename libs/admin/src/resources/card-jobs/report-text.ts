import { toCsv } from '../../api/csv.js';
import type { ReportFormat, ReportRowDto } from './card-job.dto.js';

const COLUMNS = ['line', 'card', 'outcome', 'reason'] as const satisfies (keyof ReportRowDto)[];

/** Yields a report as a JSON list of rows, or as CSV. */
export function reportText(
  format: ReportFormat,
  parts: AsyncIterable<ReportRowDto[]>,
): AsyncGenerator<string> {
  return format === 'csv' ? toCsv(COLUMNS, toValues(parts)) : toJson(parts);
}

async function* toValues(parts: AsyncIterable<ReportRowDto[]>): AsyncGenerator<string[][]> {
  for await (const rows of parts) yield rows.map((row) => COLUMNS.map((column) => String(row[column])));
}

async function* toJson(parts: AsyncIterable<ReportRowDto[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const rows of parts) {
    yield before + rows.map((row) => JSON.stringify(row)).join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
