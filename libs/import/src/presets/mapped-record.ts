import type { RowFault, RowTexts } from '../import-row.js';

/** A record of a file, mapped to Latchkey's fields. */
export interface MappedRecord {
  readonly line: number;
  readonly texts: RowTexts;
  readonly fault?: RowFault | undefined;
  /** As in `ImportRow`. */
  readonly startOnly?: boolean | undefined;
}
