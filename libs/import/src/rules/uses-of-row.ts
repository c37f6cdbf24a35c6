import { type Counter, setUses } from '@app/licensing';
import type { ImportRow, RowFault } from '../import-row.js';

/**
 * Returns the changes that set a holder's remaining uses to the row's value, or no changes if the row has no uses.
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
