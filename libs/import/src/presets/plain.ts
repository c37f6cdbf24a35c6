import { type RowFault, ROW_FIELDS, type RowTexts } from '../import-row.js';
import type { SourceRecord } from '../read-records.js';
import type { MappedRecord } from './mapped-record.js';
import { toText } from './to-text.js';

/** Maps records that use Latchkey's field names. Other fields are ignored. */
export function* readPlain(records: readonly SourceRecord[]): Generator<MappedRecord> {
  for (const { line, values, fault } of records) {
    const { texts, fault: own } = mapFields(values);
    yield { line, texts, fault: fault ?? own };
  }
}

function mapFields(values: SourceRecord['values']): { texts: RowTexts; fault?: RowFault } {
  const texts: Record<string, string | string[]> = {};
  let fault: RowFault | undefined;
  for (const field of ROW_FIELDS) {
    const value = Object.hasOwn(values, field) ? values[field] : undefined;
    if (value === undefined || value === null) continue;
    const text = field === 'devices' ? toDevices(value) : toText(value);
    if (text === undefined) fault ??= { code: 'column_not_text', params: { column: field } };
    else texts[field] = text;
  }
  // In CSV, an empty field `devices` leaves the devices unknown; in JSON, an empty list means that there are none.
  if (values['devices'] === '') delete texts['devices'];
  return { texts, ...(fault && { fault }) };
}

function toDevices(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) {
    const text = toText(value);
    return text
      ?.split(';')
      .map((device) => device.trim())
      .filter((device) => device !== '');
  }
  const devices = value.map(toText);
  return devices.every((device) => device !== undefined) ? devices : undefined;
}
