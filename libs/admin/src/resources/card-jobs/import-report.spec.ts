import { describe, expect, it } from '@jest/globals';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { problem } from '../../errors/problem.js';
import type { ReportRowDto } from './card-job.dto.js';
import { ImportReport, type LineReport, unpackReport } from './import-report.js';
import { reportText } from './report-text.js';

const row = (line: number, fields: Partial<LineReport> = {}): LineReport => ({
  line,
  card: `CARD-${line}`,
  outcome: 'exists',
  why: problem('card_exists'),
  ...fields,
});

const shown = ({ why, ...rest }: LineReport): ReportRowDto => ({
  ...rest,
  reason: why.message,
  problem: why,
});

async function all(report: ImportReport): Promise<ReportRowDto[]> {
  return (await Array.fromAsync(unpackReport(await report.packed()))).flat();
}

async function textOf(format: 'json' | 'csv', report: ImportReport): Promise<string> {
  return (await Array.fromAsync(reportText(format, unpackReport(await report.packed())))).join('');
}

describe('ImportReport', () => {
  it('counts every line and stores those not imported', async () => {
    const report = new ImportReport();
    const rows = [
      row(1),
      row(2, { outcome: 'duplicate', why: problem('card_repeated', { line: 1 }) }),
      row(3, {
        outcome: 'invalid',
        card: '"\n\\,🂡',
        why: problem('column_unprintable', { column: 'card' }),
      }),
    ];
    report.created(5);
    for (const each of rows) report.add(each);
    report.created(2);
    expect(report.result).toMatchObject({ created: 7, exists: 1, duplicate: 1, invalid: 1 });
    expect(await all(report)).toEqual(rows.map(shown));
  });

  it('yields the rows in batches', async () => {
    const report = new ImportReport();
    const rows = Array.from({ length: 1001 }, (_, i) => row(i + 1));
    for (const each of rows) report.add(each);
    const parts = await Array.fromAsync(unpackReport(await report.packed()));
    expect(parts.map((part) => part.length)).toEqual([500, 500, 1]);
    expect(parts.flat()).toEqual(rows.map(shown));
  });

  it('stores 100,000 lines in far fewer bytes than a MySQL statement may have', async () => {
    const report = new ImportReport();
    for (let line = 1; line <= 100_000; line++) report.add(row(line));
    expect(report.result).not.toHaveProperty('omitted');
    const packed = await report.packed();
    expect(packed.length).toBeLessThan(4 * 1024 * 1024);
    expect(packed).toMatch(/^[A-Za-z0-9+/]+=*$/);
  });

  it('reads a report that an earlier server version wrote without codes', async () => {
    const packed = await promisify(gzip)('[1,"A","exists","the application already has this card"]\n');
    expect((await Array.fromAsync(unpackReport(packed.toString('base64')))).flat()).toEqual([
      { ...shown(row(1, { card: 'A' })), problem: null },
    ]);
  });

  it('truncates a report that is too long, and counts the omitted lines', async () => {
    const report = new ImportReport();
    for (let line = 1; line <= 100_000; line++) report.add(row(line, { card: '🂡'.repeat(64) }));
    const { exists, omitted } = report.result;
    expect(exists).toBe(100_000);
    expect(omitted).toBeGreaterThan(0);
    expect(await all(report)).toHaveLength(100_000 - omitted!);
  });
});

describe('reportText', () => {
  it('is JSON', async () => {
    const report = new ImportReport();
    expect(await textOf('json', report)).toBe('[]');
    for (let line = 1; line <= 700; line++) report.add(row(line));
    expect(JSON.parse(await textOf('json', report))).toEqual(await all(report));
  });

  it('is CSV in which a spreadsheet finds no formula', async () => {
    const report = new ImportReport();
    report.add(row(1, { card: '=A1', why: problem('wrong_field_count', { fields: 1, columns: 2 }) }));
    const [header, line] = (await textOf('csv', report)).split('\r\n');
    expect(header).toBe('\uFEFFline,card,outcome,reason');
    expect(line).toBe(`1,'=A1,exists,"has 1 fields, but the header has 2"`);
  });
});
