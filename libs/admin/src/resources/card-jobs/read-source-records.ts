import { FileFault, readCsvRecords, readJsonRecords, type SourceRecord } from '@app/import';
import { invalid, problem } from '../../errors/admin-error.js';
import { describeProblem } from '../../errors/problem.js';
import { bodyFault } from './parse-import.js';

const MAX_RECORDS = 100_000;

/**
 * Reads the records of an import with state.
 * @throws AdminError 422
 */
export async function readSourceRecords(
  text: AsyncIterable<string>,
  format: 'csv' | 'json',
): Promise<SourceRecord[]> {
  const records: SourceRecord[] = [];
  const source = format === 'csv' ? readCsvRecords(text, 2 * MAX_RECORDS) : readJsonRecords(text);
  try {
    for await (const record of source) {
      if (records.length === MAX_RECORDS)
        throw invalid({ body: problem('too_many_rows', { max: MAX_RECORDS }) });
      records.push(record);
    }
  } catch (error) {
    if (!(error instanceof FileFault)) throw bodyFault(error);
    throw invalid({ body: describeProblem(error.code, error.params) });
  }
  if (records.length === 0) throw invalid({ body: problem('no_rows') });
  return records;
}
