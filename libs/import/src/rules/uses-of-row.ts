import { type Counter, setUses } from '@app/licensing';
import type { ImportRow, RowFault } from '../import-row.js';

/**
 * Returns the changes that leave a holder the uses of a row; none when the row does not name any.
 * @param now epoch milliseconds
 */
export function usesOfRow(
  { usesLeft }: ImportRow,
  counter: Counter,
  now: number,
): Partial<Counter> | RowFault {
  if (usesLeft === undefined) return {};
  return counter.uses === null ? { code: 'uses_not_counted', params: {} } : setUses(counter, usesLeft, now);
}
