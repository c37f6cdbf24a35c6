import type { FaultyRow, ImportRow } from '../import-row.js';
import { faultyRow, parseRow } from '../parse-row.js';
import type { SourceRecord } from '../read-records.js';
import { readDujiaoka } from './dujiaoka.js';
import { readKeyauth } from './keyauth.js';
import type { MappedRecord } from './mapped-record.js';
import { readPlain } from './plain.js';

/** Formats of files: our own, and exports of other systems. */
export const IMPORT_PRESETS = ['plain', 'keyauth', 'dujiaoka'] as const;
export type ImportPreset = (typeof IMPORT_PRESETS)[number];

/** Maps the records of a file to rows. It gets all records at once, since a row may be spread over several records. */
type ReadPreset = (records: readonly SourceRecord[]) => Iterable<MappedRecord>;

const PRESETS: Record<ImportPreset, ReadPreset> = {
  plain: readPlain,
  keyauth: readKeyauth,
  dujiaoka: readDujiaoka,
};

export interface PresetOptions {
  readonly preset: ImportPreset;
  /** Time zone of times that contain no zone. */
  readonly timeZone: string;
  /** True if all rows get one card type; product names in exports of other systems are then ignored. */
  readonly hasCardType: boolean;
}

/** Yields the rows of a file. */
export function* readRows(
  records: readonly SourceRecord[],
  { preset, timeZone, hasCardType }: PresetOptions,
): Generator<ImportRow | FaultyRow> {
  for (const { line, texts, fault, startOnly } of PRESETS[preset](records)) {
    if (fault) yield faultyRow(line, texts, fault);
    else {
      const ownType = preset === 'plain' || !hasCardType;
      const row = parseRow(line, ownType ? texts : { ...texts, card_type: '' }, timeZone);
      yield startOnly && !('fault' in row) ? { ...row, startOnly } : row;
    }
  }
}
