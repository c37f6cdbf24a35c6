import type { DurationUnit, LicenceHolder } from '@app/database';
import { expiryAfter, LATEST_EXPIRY } from './duration.js';

/**
 * Returns the expiry after adding time or, with a negative amount, removing time. Returns `undefined` if the holder has
 * no expiry. Time is added to the remaining time, or to `now` if none remains. The expiry cannot precede the
 * activation.
 * @param amount whole units, negative to remove time
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
