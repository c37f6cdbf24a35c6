import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { describeProblem } from '../../errors/problem.js';
import type { ProblemDto } from '../../errors/problem.dto.js';
import type { LineOutcome, ReportRowDto } from './card-job.dto.js';

/**
 * Maximum size of a report. Longer reports are truncated to fit into a column and a statement of MySQL. A long line
 * takes about 100 bytes, so more than 80,000 of them fit.
 */
const MAX_BYTES = 8 * 1024 * 1024;
const ROWS_AT_A_TIME = 500;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** An import line that created no card or user. */
export interface LineReport extends Pick<ReportRowDto, 'line' | 'card' | 'outcome'> {
  readonly why: ProblemDto;
}

/** Counts the outcomes of the lines of an import, and keeps the lines that created no card or user. */
export class ImportReport {
  private readonly counts: Record<LineOutcome, number> = {
    created: 0,
    updated: 0,
    unchanged: 0,
    exists: 0,
    duplicate: 0,
    invalid: 0,
  };
  private text = '';
  private bytes = 0;
  private omitted = 0;

  created(count: number): void {
    this.counts.created += count;
  }

  add({ line, card, outcome, why: { code, params } }: LineReport): void {
    this.counts[outcome] += 1;
    const row = `${JSON.stringify([line, card, outcome, code, params] satisfies PackedRow)}\n`;
    const bytes = Buffer.byteLength(row);
    if (this.bytes + bytes > MAX_BYTES) {
      this.omitted += 1;
      return;
    }
    this.bytes += bytes;
    this.text += row;
  }

  /**
   * Returns the number of lines by outcome. `omitted` is the number of lines that did not fit into the report; they are
   * also counted by outcome.
   */
  get result(): Record<LineOutcome, number> & { omitted?: number } {
    return { ...this.counts, ...(this.omitted > 0 && { omitted: this.omitted }) };
  }

  /** Returns the form stored in `CardJob.report`. */
  async packed(): Promise<string> {
    return (await compress(this.text)).toString('base64');
  }
}

/** Yields the rows of a packed report in batches. Other work in the process runs between batches. */
export async function* unpackReport(report: string): AsyncGenerator<ReportRowDto[]> {
  const text = (await decompress(Buffer.from(report, 'base64'))).toString();
  let rows: ReportRowDto[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    rows.push(readRow(JSON.parse(text.slice(start, end)) as PackedRow | OldRow));
    start = end + 1;
    if (rows.length < ROWS_AT_A_TIME && start < text.length) continue;
    yield rows;
    rows = [];
    await setImmediate();
  }
}

type PackedRow = [...Line, code: ProblemDto['code'], params: ProblemDto['params']];
/** A report row that an earlier server version, which had no codes, has written. */
type OldRow = [...Line, reason: string];
type Line = [line: number, card: string, outcome: LineOutcome];

function readRow(row: PackedRow | OldRow): ReportRowDto {
  const [line, card, outcome, codeOrReason, params] = row;
  if (params === undefined) return { line, card, outcome, reason: codeOrReason, problem: null };
  const problem = describeProblem(codeOrReason as ProblemDto['code'], params);
  return { line, card, outcome, reason: problem.message, problem };
}
