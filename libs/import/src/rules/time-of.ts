import type { HolderStatus, LicenceTerms } from '@app/database';
import type { ImportRow, RowFault } from '../import-row.js';

/** Status and times of a card or user; epoch milliseconds. */
export interface HolderTime {
  readonly status: Exclude<HolderStatus, 'consumed'>;
  readonly activatedAt: number | null;
  readonly expiresAt: number | null;
}

/**
 * Returns status and times of a row. A card without state and times is unused. A card or user that has expired gets the
 * status `activated`, with an expiry in the past.
 * @param now epoch milliseconds
 */
export function timeOf(
  row: ImportRow,
  { durationUnit }: Pick<LicenceTerms, 'durationUnit'>,
  now: number,
): HolderTime | RowFault {
  const end = row.remainingMs === undefined ? row.expiresAt : now + row.remainingMs;
  const hasTime = end !== undefined || row.activatedAt !== undefined;
  const state = row.state ?? (hasTime || row.username !== undefined ? 'active' : 'unused');
  if (state === 'unused') {
    if (hasTime) return { code: 'unused_with_time', params: {} };
    return { status: 'unused', activatedAt: null, expiresAt: null };
  }
  if ((row.activatedAt ?? 0) > now) return { code: 'activated_in_future', params: {} };
  const isPermanent = durationUnit === 'permanent' && state === 'active';
  if (isPermanent && end !== undefined) return { code: 'end_of_permanent', params: {} };
  if (isPermanent) return { status: 'activated', activatedAt: row.activatedAt ?? now, expiresAt: null };
  if (state === 'active' && end === undefined) return { code: 'end_missing', params: {} };
  const expiresAt = end ?? now;
  if (state === 'expired' && expiresAt > now) return { code: 'expires_in_future', params: {} };
  const activatedAt = row.activatedAt ?? Math.min(now, expiresAt);
  if (expiresAt < activatedAt) return { code: 'end_before_start', params: {} };
  return { status: 'activated', activatedAt, expiresAt };
}
