import type { DurationUnit, LicenceHolder } from '@app/database';
import { expiryAfter, LATEST_EXPIRY } from './duration.js';

/**
 * The expiry after time was added or, with a negative amount, taken away; undefined where there is none to move. Added
 * time comes on top of what is left, or of `now` when nothing is; it cannot go before the activation.
 * @param amount whole units, negative to take away
 * @param now epoch milliseconds
 */
export function addTime(
  { status, expiresAt, activatedAt }: Pick<LicenceHolder, 'status' | 'expiresAt' | 'activatedAt'>,
  durationUnit: Exclude<DurationUnit, 'permanent'>,
  amount: number,
  now: number,
  timeZone: string,
): number | undefined {
  if (status !== 'activated' || expiresAt === null) return undefined;
  const start = amount > 0 ? Math.max(now, expiresAt) : expiresAt;
  const moved = expiryAfter(start, { durationUnit, durationAmount: amount }, timeZone)!;
  return Math.min(Math.max(moved, activatedAt ?? 0), LATEST_EXPIRY);
}
